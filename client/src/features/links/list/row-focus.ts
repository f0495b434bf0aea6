/** Puts the focus on a link's row once it is there, on what its tab stop leads to. */
export function focusRow(id: number | undefined): void {
	// The dialog that was in front gives its focus back, and the row is drawn, by then.
	requestAnimationFrame(() =>
		requestAnimationFrame(() => {
			const row = id === undefined ? null : document.querySelector(`[data-link="${id}"]`);
			const stop = row?.querySelector<HTMLElement>('[data-stop][tabindex="0"]');
			if (stop) stop.focus({ preventScroll: true });
			else document.getElementById("your-links")?.focus({ preventScroll: true });
		}),
	);
}

/** The link whose row takes the place of those that go: the next one, or else the one before. */
export function neighbourOf(ids: readonly number[], gone: readonly number[]): number | undefined {
	const isGone = new Set(gone);
	const last = ids.findLastIndex((id) => isGone.has(id));
	return ids.slice(last + 1).find((id) => !isGone.has(id)) ?? ids.slice(0, last + 1).findLast((id) => !isGone.has(id));
}
