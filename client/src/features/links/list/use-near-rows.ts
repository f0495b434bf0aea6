import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Estimated row heights on wide screens and phones; rows are measured too, because fonts may be larger. */
const ROW_PX = { wide: 64, narrow: 90 };
const OVERSCAN = 6;

type NearRows = {
	list: RefObject<HTMLElement | null>;
	ids: readonly number[];
	/** The focused row, which stays rendered even far away. */
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
	// A new function would recompute all rows' positions.
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

/** The list's offset on the page; content above it may grow. */
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
