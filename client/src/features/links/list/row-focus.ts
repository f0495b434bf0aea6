const MOST_FRAMES = 30;
/** Signs that the user has moved on. */
const PRESSES = ["pointerdown", "keydown"] as const;

/** Not if the user has pressed anything or moved to another control meanwhile. */
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
		// The dialog may return focus late, to a row that disappears a moment later.
		if (stop && (!wasThere || document.activeElement === document.body)) stop.focus({ preventScroll: true });
		wasThere ||= Boolean(stop);
		if (goesOn && id !== undefined) return void requestAnimationFrame(look);
		end.abort();
		if (!wasThere) document.getElementById("your-links")?.focus({ preventScroll: true });
	};
	// The closing dialog returns its focus first.
	requestAnimationFrame(() => requestAnimationFrame(look));
}

/** Whether the user is working in the focused element; a row's checkbox counts as part of the row. */
function isInUse(element: Element | null): boolean {
	return (
		Boolean(element?.closest("input, select, textarea, [role=menu], [role=dialog]")) && !element?.closest("[data-link]")
	);
}

/** The link to focus after a removal: the next one, else the previous one. */
export function neighbourOf(ids: readonly number[], gone: readonly number[]): number | undefined {
	const isGone = new Set(gone);
	const last = ids.findLastIndex((id) => isGone.has(id));
	return ids.slice(last + 1).find((id) => !isGone.has(id)) ?? ids.slice(0, last + 1).findLast((id) => !isGone.has(id));
}
