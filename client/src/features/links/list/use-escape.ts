import { useEffect, useRef } from "react";

/** Escape leaves selection mode, unless it closes a menu or dialog, or leaves a field. */
export function useEscape(isOn: boolean, end: () => void): void {
	const latest = useRef(end);
	latest.current = end;
	useEffect(() => {
		if (!isOn) return;
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
			const target = event.target instanceof Element ? event.target : null;
			if (target?.closest("[role=dialog], [role=menu], [type=search], select")) return;
			latest.current();
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [isOn]);
}
