import { type FocusEvent, type KeyboardEvent, useState } from "react";

const FIRST_STOP = "title";

/**
 * Roving tabindex: one tab stop per row, with arrow keys between its controls (`data-stop`).
 * @param present names of the row's current controls
 */
export function useRowFocus(present: readonly string[]) {
	const [used, setStop] = useState(FIRST_STOP);
	// The last used control may be gone, but the row must stay reachable.
	const stop = present.includes(used) ? used : FIRST_STOP;
	return {
		stopProps: (name: string) => ({ "data-stop": name, tabIndex: name === stop ? 0 : -1 }),
		rowProps: {
			onFocus: ({ target }: FocusEvent) => {
				const name = target.closest<HTMLElement>("[data-stop]")?.dataset.stop;
				if (name) setStop(name);
			},
			onKeyDown: goOn,
		},
	};
}

/** Left and right, Home and End; an open menu handles its own keys. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
	const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-stop]")];
	const here = event.target instanceof HTMLElement ? stops.indexOf(event.target) : -1;
	if (here < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
	const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: stops.length - 1 }[event.key];
	const stop = next === undefined ? undefined : stops[next];
	if (!stop) return;
	event.preventDefault();
	stop.focus();
}
