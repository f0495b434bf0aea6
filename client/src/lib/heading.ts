/** The page a redirected user was heading to, stored in the current history entry (P130). */
type Heading = { heading: string };

/** History state for a page that leads back to the current address. */
export function headingHere(): Heading {
	const { pathname, search, hash } = window.location;
	return { heading: `${pathname}${search}${hash}` };
}

/** The address that redirected here; null if the page was opened directly. */
export function keptHeading(): string | null {
	const state: unknown = window.history.state;
	if (typeof state !== "object" || state === null || !("heading" in state)) return null;
	return typeof state.heading === "string" ? state.heading : null;
}
