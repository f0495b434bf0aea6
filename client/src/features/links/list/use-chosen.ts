import { useCallback, useMemo, useState } from "react";

/** Which links of the list are chosen, while somebody chooses; what leaves the list is not chosen any more. */
export function useChosen(ids: readonly number[]) {
	const [isChoosing, setIsChoosing] = useState(false);
	const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
	const chosen = useMemo(() => ids.filter((id) => marked.has(id)), [ids, marked]);
	const toggle = useCallback(
		(id: number) =>
			setMarked((now) => {
				const next = new Set(now);
				if (!next.delete(id)) next.add(id);
				return next;
			}),
		[],
	);
	return {
		isChoosing,
		chosen,
		isChosen: (id: number) => marked.has(id),
		toggle,
		chooseAll: () => setMarked(new Set(ids)),
		start: () => setIsChoosing(true),
		stop: () => {
			setIsChoosing(false);
			setMarked(new Set());
		},
	};
}
