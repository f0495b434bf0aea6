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

/** The entry's state for the dashboard after a save that changed the card of the link with this id. */
export function afterChanging(linkId: number): { changedCard: number } {
	return { changedCard: linkId };
}

/** The id of the link whose changed card led to the present entry; null where none did. */
export function changedCardHere(): number | null {
	const state: unknown = window.history.state;
	if (typeof state !== "object" || state === null || !("changedCard" in state)) return null;
	return typeof state.changedCard === "number" ? state.changedCard : null;
}

/** Says that the link is a new or a changed one no more, also after a reload. */
export function forgetMadeLink(): void {
	window.history.replaceState(null, "");
}
