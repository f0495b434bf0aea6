import { type RefObject, useEffect, useRef } from "react";

/** Focuses a domain once it has been added, and the section's heading once one has been removed. */
export function useFocusOnChange(heading: RefObject<HTMLElement | null>): {
	added: (id: number) => void;
	removed: (id: number) => void;
} {
	const awaited = useRef<{ id: number; isThere: boolean } | null>(null);

	function settle(): void {
		if (awaited.current === null) return;
		const { id, isThere } = awaited.current;
		const panel = document.querySelector(`[data-domain="${id}"]`);
		if ((panel !== null) !== isThere) return;
		awaited.current = null;
		if (isThere) panel?.querySelector("summary")?.focus();
		else heading.current?.focus();
	}

	function change(id: number, isThere: boolean): void {
		awaited.current = { id, isThere };
		settle();
	}

	// The list is rendered later than the answer comes, and a dialog gives the focus up when it is gone.
	useEffect(settle);
	return { added: (id) => change(id, true), removed: (id) => change(id, false) };
}
