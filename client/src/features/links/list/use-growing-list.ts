import { useState } from "react";

const STEP = 50;

export function useGrowingList<Row>(rows: Row[]): { shown: Row[]; hiddenCount: number; showMore: () => void } {
	const [count, setCount] = useState(STEP);
	return {
		shown: rows.slice(0, count),
		hiddenCount: Math.max(0, rows.length - count),
		showMore: () => setCount(count + STEP),
	};
}
