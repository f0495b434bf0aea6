import { useCallback, useMemo, useRef, useState } from "react";

/** The selected links of the list; links that leave the list are deselected. */
export function useChosen(ids: readonly number[]) {
	const [isStarted, setIsStarted] = useState(false);
	const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
	const last = useRef<number | null>(null);
	const inOrder = useRef(ids);
	inOrder.current = ids;
	const chosen = useMemo(() => ids.filter((id) => marked.has(id)), [ids, marked]);
	const toggle = useCallback((id: number, isRange: boolean) => {
		setMarked((now) => {
			const next = new Set(now);
			const from = isRange && last.current !== null ? inOrder.current.indexOf(last.current) : -1;
			if (from >= 0) {
				const to = inOrder.current.indexOf(id);
				for (const each of inOrder.current.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
			} else if (!next.delete(id)) {
				next.add(id);
			}
			return next;
		});
		// In strict mode the updater above may run twice, so the range's start is stored after it.
		queueMicrotask(() => {
			last.current = id;
		});
	}, []);
	return {
		isChoosing: isStarted || chosen.length > 0,
		chosen,
		isChosen: (id: number) => marked.has(id),
		toggle,
		chooseAll: () => setMarked(new Set(ids)),
		start: () => setIsStarted(true),
		stop: () => {
			last.current = null;
			setIsStarted(false);
			setMarked(new Set());
		},
	};
}
