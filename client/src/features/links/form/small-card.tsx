import { type RefObject, useEffect, useState } from "react";
import type { LinkView } from "#shared/links/link.ts";
import { LinkPreviewRow } from "../list/link-preview-row.tsx";

type SmallCardProps = {
	/** The large card; the small one is there while that one is out of sight. */
	large: RefObject<HTMLElement | null>;
	card: Pick<LinkView, "title" | "description" | "imageUrl" | "shortUrl">;
};

/** The card in small below the header of narrow screens, so that one sees it while one types (P104). */
export function SmallCard({ large, card }: SmallCardProps) {
	const isAway = useIsAbove(large);
	if (!isAway) return null;
	return (
		<div
			aria-hidden="true"
			data-small-card=""
			className="fixed inset-x-0 top-16 z-20 border-b bg-paper px-4 py-2 lg:hidden"
		>
			<LinkPreviewRow link={card} className="mx-auto max-w-page" />
		</div>
	);
}

/** Whether an element has been scrolled away above the header's lower edge. */
function useIsAbove(element: RefObject<HTMLElement | null>): boolean {
	const [isAbove, setIsAbove] = useState(false);
	useEffect(() => {
		if (!element.current) return;
		const observer = new IntersectionObserver(([entry]) => setIsAbove(entry?.isIntersecting === false), {
			rootMargin: "-64px 0px 100000px 0px",
		});
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [element]);
	return isAbove;
}
