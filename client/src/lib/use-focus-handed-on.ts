import { type RefObject, useLayoutEffect, useRef } from "react";

/** Passes the focus on when the focused element is removed: it would fall back to the top of the page. */
export function useFocusHandedOn(element: RefObject<HTMLElement | null>, handOn: () => void): void {
	const latest = useRef(handOn);
	latest.current = handOn;
	useLayoutEffect(() => {
		const held = element.current;
		return () => {
			if (held?.contains(document.activeElement)) latest.current();
		};
	}, [element]);
}
