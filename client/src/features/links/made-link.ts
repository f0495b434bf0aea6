/** The link that has just been made; kept in the history entry of the dashboard that it led to (P152). */
type MadeLink = { madeLink: number };

/** The entry's state for the dashboard after the link with this id was made. */
export function afterMaking(linkId: number): MadeLink {
	return { madeLink: linkId };
}

/** The id of the link whose making led to the present entry; null where nothing was made. */
export function madeLinkHere(): number | null {
	const state: unknown = window.history.state;
	if (typeof state !== "object" || state === null || !("madeLink" in state)) return null;
	return typeof state.madeLink === "number" ? state.madeLink : null;
}

/** Says that the link is a new one no more, also after a reload. */
export function forgetMadeLink(): void {
	window.history.replaceState(null, "");
}
