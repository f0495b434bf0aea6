import type { ReactNode } from "react";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";

type FirstCardProps = {
	link: LinkView;
	isShown: boolean;
	children: ReactNode;
};

/** A large card of the first link after its creation (P152); for others, only the actions. */
export function FirstCard({ link, isShown, children }: FirstCardProps) {
	if (!isShown) return children;
	return (
		<section
			aria-labelledby="first-link"
			// The toast appears at the lower left, which stays empty.
			className="mt-2 flex flex-col justify-between gap-x-8 gap-y-4 rounded-card border bg-surface p-4 sm:flex-row-reverse sm:items-start sm:p-6"
		>
			<LinkPreview {...link} address={shortAddress(link.shortUrl)} isHero className="w-full sm:max-w-sm" />
			<div className="flex flex-col gap-3">
				<h3 id="first-link" className="text-2xl">
					Your first link
				</h3>
				{children}
			</div>
		</section>
	);
}
