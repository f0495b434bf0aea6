import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { Tooltip, TooltipProvider } from "#client/components/ui/tooltip.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { paths } from "#client/lib/paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import { CopyLinkButton } from "./copy-link-button.tsx";
import { DeleteLinkDialog } from "./delete-link-dialog.tsx";
import { LinkPreviewRow } from "./link-preview-row.tsx";
import { LinkViews } from "./link-views.tsx";
import { ShowMore } from "./show-more.tsx";
import { useGrowingList } from "./use-growing-list.ts";

type LinkListProps = {
	links: LinkView[];
	/** The link that has just been made, which is marked. */
	madeId?: number | undefined;
};

/** The links as rows of small cards, each with its views and what can be done with it. */
export function LinkList({ links, madeId }: LinkListProps) {
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
					<LinkRow key={link.id} link={link} isNew={link.id === madeId} onDelete={() => setLinkToDelete(link)} />
				))}
			</ul>
			<ShowMore hiddenCount={hiddenCount} onShowMore={showMore} />
			<DeleteLinkDialog link={linkToDelete} onClose={() => setLinkToDelete(null)} onDeleted={closeAfterDelete} />
		</TooltipProvider>
	);
}

function LinkRow({ link, isNew, onDelete }: { link: LinkView; isNew: boolean; onDelete: () => void }) {
	const named = <span className="sr-only"> {link.title}</span>;
	return (
		<li
			className={classNames(
				"flex flex-col gap-3 rounded-card border bg-surface p-3 transition-colors md:flex-row md:items-center md:gap-6 md:pr-4",
				isNew ? "border-accent" : "hover:border-control",
			)}
		>
			<LinkPreviewRow link={link} className="flex-1" />
			<div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
				{isNew && (
					<p className="rounded-full border border-accent px-2.5 py-0.5 text-sm font-semibold text-accent">New</p>
				)}
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
