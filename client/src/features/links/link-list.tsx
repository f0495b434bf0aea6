import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { Tooltip, TooltipProvider } from "#client/components/ui/tooltip.tsx";
import { paths } from "#client/lib/paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import { CopyLinkButton } from "./copy-link-button.tsx";
import { DeleteLinkDialog } from "./delete-link-dialog.tsx";
import { LinkPreviewRow } from "./link-preview-row.tsx";
import { LinkViews } from "./link-views.tsx";
import { ShowMore } from "./show-more.tsx";
import { useGrowingList } from "./use-growing-list.ts";

/** The links as rows of small cards, each with its views and what can be done with it. */
export function LinkList({ links }: { links: LinkView[] }) {
	const [linkToDelete, setLinkToDelete] = useState<LinkView | null>(null);
	const { shown, hiddenCount, showMore } = useGrowingList(links);
	const list = useRef<HTMLUListElement>(null);

	function closeAfterDelete(): void {
		setLinkToDelete(null);
		// The button that opened the dialog is gone with its row, so the focus needs a new home.
		requestAnimationFrame(() => list.current?.focus());
	}

	return (
		<TooltipProvider>
			<ul ref={list} tabIndex={-1} aria-label="Your Links" className="flex flex-col gap-3 rounded-card outline-none">
				{shown.map((link) => (
					<LinkRow key={link.id} link={link} onDelete={() => setLinkToDelete(link)} />
				))}
			</ul>
			<ShowMore hiddenCount={hiddenCount} onShowMore={showMore} />
			<DeleteLinkDialog link={linkToDelete} onClose={() => setLinkToDelete(null)} onDeleted={closeAfterDelete} />
		</TooltipProvider>
	);
}

function LinkRow({ link, onDelete }: { link: LinkView; onDelete: () => void }) {
	const named = <span className="sr-only"> {link.title}</span>;
	return (
		<li className="flex flex-col gap-3 rounded-card border bg-surface p-3 transition-colors hover:border-control md:flex-row md:items-center md:gap-6 md:pr-4">
			<LinkPreviewRow link={link} className="flex-1" />
			<div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
				{link.disabled && <p className="text-sm font-semibold text-danger">Disabled</p>}
				<LinkViews link={link} />
				<div className="flex items-center gap-1">
					<CopyLinkButton link={link} />
					{!link.disabled && (
						<ButtonLink href={paths.editLink(link.linkSlug)} variant="ghost" size="sm">
							<Pencil aria-hidden="true" />
							<span>Edit{named}</span>
						</ButtonLink>
					)}
					<Tooltip text="The short link stops working">
						<Button variant="ghost" size="sm" onClick={onDelete}>
							<Trash2 aria-hidden="true" />
							<span>Delete{named}</span>
						</Button>
					</Tooltip>
				</div>
			</div>
		</li>
	);
}
