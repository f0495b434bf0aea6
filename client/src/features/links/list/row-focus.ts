/** Frames that a row may take to be drawn. */
const MOST_FRAMES = 30;

/** Puts the focus on a link's row once it is there, on what its tab stop leads to; else on the list's heading. */
export function focusRow(id: number | undefined): void {
	let frames = 0;
	const look = () => {
		frames += 1;
		const row = id === undefined ? null : document.querySelector(`[data-link="${id}"]`);
		const stop = row?.querySelector<HTMLElement>('[data-stop][tabindex="0"]');
		if (!stop && id !== undefined && frames < MOST_FRAMES) requestAnimationFrame(look);
		else (stop ?? document.getElementById("your-links"))?.focus({ preventScroll: true });
	};
	// The dialog that was in front gives its focus back first.
	requestAnimationFrame(() => requestAnimationFrame(look));
}

/** The link whose row takes the place of those that go: the next one, or else the one before. */
export function neighbourOf(ids: readonly number[], gone: readonly number[]): number | undefined {
	const isGone = new Set(gone);
	const last = ids.findLastIndex((id) => isGone.has(id));
	return ids.slice(last + 1).find((id) => !isGone.has(id)) ?? ids.slice(0, last + 1).findLast((id) => !isGone.has(id));
}
