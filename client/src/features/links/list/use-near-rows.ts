import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Of a row, on wide screens and on phones; each is measured all the same, as letters may be larger. */
const ROW_PX = { wide: 64, narrow: 90 };
const OVERSCAN = 6;

type NearRows = {
	list: RefObject<HTMLElement | null>;
	ids: readonly number[];
	/** A row that stays although it is far away: the one with the focus. */
	keptId: number | null;
};

/** Virtualizes a long list: which rows are near the screen, and their positions. The page scrolls, not the list. */
export function useNearRows({ list, ids, keptId }: NearRows) {
	const top = useTopOf(list);
	const kept = keptId === null ? -1 : ids.indexOf(keptId);
	const rangeExtractor = useCallback(
		(range: Range) => {
			const near = defaultRangeExtractor(range);
			return kept < 0 || near.includes(kept) ? near : [...near, kept].sort((a, b) => a - b);
		},
		[kept],
	);
	// Another function would have the places of all rows reckoned again.
	const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids]);
	return useWindowVirtualizer({
		count: ids.length,
		getItemKey,
		estimateSize: rowSize,
		overscan: OVERSCAN,
		scrollMargin: top,
		rangeExtractor,
	});
}

function rowSize(): number {
	return typeof window === "undefined" || window.innerWidth >= 768 ? ROW_PX.wide : ROW_PX.narrow;
}

/** Where the list begins on the page; what is above it may grow. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
	const [top, setTop] = useState(0);
	useLayoutEffect(() => {
		const measure = () => {
			if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(document.body);
		return () => observer.disconnect();
	}, [list]);
	return top;
}
