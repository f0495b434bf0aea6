import { LinkImage } from "#client/components/ui/link-preview.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";

type LinkPreviewRowProps = {
	link: Pick<LinkView, "title" | "description" | "imageUrl" | "shortUrl">;
	className: string;
};

export function LinkPreviewRow({ link, className }: LinkPreviewRowProps) {
	return (
		<div className={classNames("flex min-w-0 items-center gap-4 text-start", className)}>
			<LinkImage imageUrl={link.imageUrl} className="w-24 shrink-0 rounded-control border sm:w-36" />
			<div className="flex min-w-0 flex-1 flex-col">
				<p dir="auto" className="truncate leading-snug font-semibold">
					{link.title}
				</p>
				<p dir="auto" className="truncate text-[0.9375rem] text-muted">
					{link.description}
				</p>
				<p className="truncate text-sm text-muted">{shortAddress(link.shortUrl)}</p>
			</div>
		</div>
	);
}
