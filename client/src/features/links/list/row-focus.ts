/** Frames that a row may take to be drawn. */
const MOST_FRAMES = 30;
/** What shows that a person has gone on. */
const PRESSES = ["pointerdown", "keydown"] as const;

/**
 * Puts the focus on a link's row once it is there, on what its tab stop leads to; else on the list's heading. Anyone who
 * presses anything meanwhile, or has gone on to another field, menu or dialog, keeps the focus.
 */
export function focusRow(id: number | undefined): void {
	let frames = 0;
	let wasThere = false;
	const end = new AbortController();
	for (const event of PRESSES)
		document.addEventListener(event, () => end.abort(), { capture: true, signal: end.signal });
	const look = () => {
		if (end.signal.aborted) return;
		frames += 1;
		const goesOn = frames < MOST_FRAMES;
		if (isInUse(document.activeElement)) return goesOn ? void requestAnimationFrame(look) : end.abort();
		const row = id === undefined ? null : document.querySelector(`[data-link="${id}"]`);
		const stop = row?.querySelector<HTMLElement>('[data-stop][tabindex="0"]');
		// The dialog may give its focus back late, to a row that goes a moment later: then nothing has it.
		if (stop && (!wasThere || document.activeElement === document.body)) stop.focus({ preventScroll: true });
		wasThere ||= Boolean(stop);
		if (goesOn && id !== undefined) return void requestAnimationFrame(look);
		end.abort();
		if (!wasThere) document.getElementById("your-links")?.focus({ preventScroll: true });
	};
	// The dialog that was in front gives its focus back first.
	requestAnimationFrame(() => requestAnimationFrame(look));
}

/** Whether someone works with what has the focus; a row's own checkbox is a part of the row. */
function isInUse(element: Element | null): boolean {
	return (
		Boolean(element?.closest("input, select, textarea, [role=menu], [role=dialog]")) && !element?.closest("[data-link]")
	);
}

/** The link whose row takes the place of those that go: the next one, or else the one before. */
export function neighbourOf(ids: readonly number[], gone: readonly number[]): number | undefined {
	const isGone = new Set(gone);
	const last = ids.findLastIndex((id) => isGone.has(id));
	return ids.slice(last + 1).find((id) => !isGone.has(id)) ?? ids.slice(0, last + 1).findLast((id) => !isGone.has(id));
}
