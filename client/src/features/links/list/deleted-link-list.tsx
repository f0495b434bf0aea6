import { formatDate } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";
import { LinkPreviewRow } from "./link-preview-row.tsx";
import { LinkViews } from "./link-views.tsx";
import { ShowMore } from "./show-more.tsx";
import { useGrowingList } from "./use-growing-list.ts";

export function DeletedLinkList({ links }: { links: LinkView[] }) {
	const { shown, hiddenCount, showMore } = useGrowingList(links);
	return (
		<>
			<ul aria-label="Deleted links" className="flex flex-col gap-3">
				{shown.map((link) => (
					<li
						key={link.id}
						className="flex flex-col gap-3 rounded-card border border-dashed p-3 text-muted md:flex-row md:items-center md:gap-6 md:pr-4 [&_img]:opacity-50 [&_img]:grayscale"
					>
						<LinkPreviewRow link={link} className="flex-1" />
						<div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 [&_*]:text-muted">
							<LinkViews link={link} />
							{link.deletedAt && <p className="text-sm">Deleted {formatDate(link.deletedAt)}</p>}
						</div>
					</li>
				))}
			</ul>
			<ShowMore hiddenCount={hiddenCount} onShowMore={showMore} />
		</>
	);
}
