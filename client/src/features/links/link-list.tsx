import type { ReactNode } from "react";
import { TooltipProvider } from "#client/components/ui/tooltip.tsx";
import type { LinkView } from "#shared/links/link.ts";
import type { LinkAction } from "./link-action.ts";
import { LinkRow } from "./link-row.tsx";
import { ShowMore } from "./show-more.tsx";
import { useGrowingList } from "./use-growing-list.ts";

type LinkListProps = {
	links: LinkView[];
	/** The link that has just been made, which is marked. */
	madeId?: number | undefined;
	/** What the menu of each link has. */
	actions: LinkAction[];
	/** A short line that others add to a link's row. */
	noteOf?: (link: LinkView) => ReactNode;
};

/** The links as rows of small cards, each with its views and what can be done with it. */
export function LinkList({ links, madeId, actions, noteOf }: LinkListProps) {
	const { shown, hiddenCount, showMore } = useGrowingList(links);
	return (
		<TooltipProvider>
			<ul id="links" tabIndex={-1} aria-label="Your Links" className="flex flex-col gap-3 rounded-card outline-none">
				{shown.map((link) => (
					<li key={link.id}>
						<LinkRow link={link} isNew={link.id === madeId} actions={actions} note={noteOf?.(link)} />
					</li>
				))}
			</ul>
			<ShowMore hiddenCount={hiddenCount} onShowMore={showMore} />
		</TooltipProvider>
	);
}
