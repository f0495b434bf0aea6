import { type FocusEvent, type KeyboardEvent, useState } from "react";

/** The control of a row that the tab key leads to, until another one was used. */
const FIRST_STOP = "title";

/**
 * One tab stop leads to a row: within it the arrows go from one control (`data-stop`) to the next.
 * @param present names of the controls that the row has now
 */
export function useRowFocus(present: readonly string[]) {
	const [used, setStop] = useState(FIRST_STOP);
	// The one that was used last may be gone: the row has to be reached all the same.
	const stop = present.includes(used) ? used : FIRST_STOP;
	return {
		/** What the control of this name says of itself. */
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

/** Left and right to the next control, Home and End to the outermost; those of an open menu are its own. */
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
