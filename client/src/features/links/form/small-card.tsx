import type { LinkView } from "#shared/links/link.ts";
import { LinkPreviewRow } from "../list/link-preview-row.tsx";

type SmallCardProps = { card: Pick<LinkView, "title" | "description" | "imageUrl" | "shortUrl"> };

/** The small card below the header on narrow screens, visible while typing (P104). */
export function SmallCard({ card }: SmallCardProps) {
	return (
		<div
			aria-hidden="true"
			data-small-card=""
			className="sticky short:static! top-16 z-20 -mx-4 border-b bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:hidden"
		>
			<LinkPreviewRow link={card} className="mx-auto max-w-page" />
		</div>
	);
}
