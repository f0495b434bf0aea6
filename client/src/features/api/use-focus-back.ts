import { type RefObject, useEffect, useRef } from "react";

/** Focuses the button once what it opened is closed, and the heading where there is none. */
export function useFocusBack(isOpen: boolean, heading: RefObject<HTMLElement | null>) {
	const button = useRef<HTMLButtonElement>(null);
	const wasOpen = useRef(isOpen);
	useEffect(() => {
		const isLost = document.activeElement === document.body;
		if (wasOpen.current && !isOpen && isLost) (button.current ?? heading.current)?.focus();
		wasOpen.current = isOpen;
	}, [isOpen, heading]);
	return button;
}
