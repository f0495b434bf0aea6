import { type RefObject, useLayoutEffect, useRef } from "react";

/** Hands the focus on, where an element has it when it goes away: it would fall to the top of the page. */
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
