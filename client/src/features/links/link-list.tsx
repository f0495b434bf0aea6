import { type FocusEvent, type ReactNode, useDeferredValue, useRef, useState } from "react";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { TooltipProvider } from "#client/components/ui/tooltip.tsx";
import type { LinkOverview, ListedLink } from "#shared/links/link-list.ts";
import { useListRows } from "./list/use-list-rows.ts";
import { useNearRows } from "./use-near-rows.ts";

type LinkListProps = {
	overview: LinkOverview;
	children: (link: ListedLink) => ReactNode;
};

/** The links as rows, of which only those near the screen are there. */
export function LinkList({ overview: newest, children }: LinkListProps) {
	// Rows may come a moment later than the key that is being typed.
	const overview = useDeferredValue(newest);
	const { ids } = overview;
	const list = useRef<HTMLUListElement>(null);
	const [focusedId, setFocusedId] = useState<number | null>(null);
	const rows = useNearRows({ list, ids, keptId: focusedId });
	const near = rows.getVirtualItems();
	const linkOf = useListRows(
		overview,
		near.map(({ index }) => index),
	);

	const noteFocus = ({ target }: FocusEvent) => {
		const row = target.closest<HTMLElement>("[data-link]");
		if (row) setFocusedId(Number(row.dataset.link));
	};

	return (
		<TooltipProvider>
			<ul
				ref={list}
				aria-label="Your Links"
				onFocus={noteFocus}
				className="relative"
				style={{ height: rows.getTotalSize() }}
			>
				{near.map(({ index, key, start }) => {
					const id = ids[index] ?? 0;
					const link = linkOf(id);
					return (
						<li
							key={key}
							ref={rows.measureElement}
							data-index={index}
							data-link={id}
							aria-setsize={ids.length}
							aria-posinset={index + 1}
							className="absolute inset-x-0 top-0"
							style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
						>
							{link ? children(link) : <RowOnItsWay />}
						</li>
					);
				})}
			</ul>
		</TooltipProvider>
	);
}

/** As high as the row that will stand there. */
function RowOnItsWay() {
	return (
		<div className="flex h-[212px] items-start gap-4 rounded-card border bg-surface p-3 md:h-[102px] md:items-center">
			<Skeleton className="aspect-[1200/630] w-24 shrink-0 sm:w-36" />
			<div className="flex flex-1 flex-col gap-2.5 py-1">
				<Skeleton className="h-4 w-3/5" />
				<Skeleton className="h-3 w-2/5" />
			</div>
		</div>
	);
}
