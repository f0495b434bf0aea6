import { type FocusEvent, type ReactNode, useDeferredValue, useEffect, useRef, useState } from "react";
import { TryAgain } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { TooltipProvider } from "#client/components/ui/tooltip.tsx";
import { classNames } from "#client/lib/class-names.ts";
import type { LinkOverview, ListedLink } from "#shared/links/link-list.ts";
import { focusRow } from "./row-focus.ts";
import { useListPlace } from "./use-list-place.ts";
import { useListRows } from "./use-list-rows.ts";
import { useLiveCounts } from "./use-live-counts.ts";
import { useNearRows } from "./use-near-rows.ts";

type LinkListProps = {
	overview: LinkOverview;
	savedId: number | null;
	onError: (error: Error) => void;
	children: (link: ListedLink) => ReactNode;
};

export function LinkList({ overview: newest, savedId, onError, children }: LinkListProps) {
	// Typing has priority: rows may lag behind a key press.
	const overview = useDeferredValue(newest);
	const { ids } = overview;
	const list = useRef<HTMLUListElement>(null);
	const [focusedId, setFocusedId] = useState<number | null>(null);
	const rows = useNearRows({ list, ids, keptId: focusedId });
	const near = rows.getVirtualItems();
	useListPlace(ids, rows, savedId);
	useLiveCounts();
	const { linkOf, isLost, error, again } = useListRows(
		overview,
		near.map(({ index }) => index),
	);

	useEffect(() => {
		if (error) onError(error);
	}, [error, onError]);

	async function tryAgain(id: number): Promise<void> {
		await again();
		focusRow(id);
	}

	const noteFocus = ({ target }: FocusEvent) => {
		const row = target.closest<HTMLElement>("[data-link]");
		if (row) setFocusedId(Number(row.dataset.link));
	};

	return (
		<TooltipProvider>
			{error && (
				<p role="alert" className="sr-only">
					Some of your links could not be loaded.
				</p>
			)}
			<ul
				ref={list}
				aria-label="Your Links"
				onFocus={noteFocus}
				className="relative overflow-clip rounded-card border border-b-0 bg-surface"
				style={{ height: rows.getTotalSize() + 1 }}
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
							{link ? children(link) : isLost(id) ? <LostRow onRetry={() => void tryAgain(id)} /> : <RowOnItsWay />}
						</li>
					);
				})}
			</ul>
		</TooltipProvider>
	);
}

/** As high as the final row. */
const PLACE = "flex h-[5.625rem] gap-3 border-b bg-surface px-2 md:h-16 md:gap-4 md:px-3";

function LostRow({ onRetry }: { onRetry: () => void }) {
	return (
		<div className={classNames(PLACE, "items-center justify-center")}>
			<p className="min-w-0 truncate">This link could not be loaded.</p>
			<TryAgain stop="again" size="sm" onRetry={onRetry} />
		</div>
	);
}

export function RowOnItsWay() {
	return (
		<div className={classNames(PLACE, "items-center")}>
			<Skeleton className="aspect-[1200/630] w-14 shrink-0 rounded-[6px] md:w-21" />
			<div className="flex flex-1 flex-col gap-2.5">
				<Skeleton className="h-4 w-3/5" />
				<Skeleton className="h-3 w-2/5" />
			</div>
		</div>
	);
}
