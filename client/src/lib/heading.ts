/** Where someone was heading who could not be let through just now; kept in the history entry they land on (P130). */
type Heading = { heading: string };

/** The entry's state for a page that leads back to the present address. */
export function headingHere(): Heading {
	const { pathname, search, hash } = window.location;
	return { heading: `${pathname}${search}${hash}` };
}

/** The address that the present page was landed on from; null where it was opened for its own sake. */
export function keptHeading(): string | null {
	const state: unknown = window.history.state;
	if (typeof state !== "object" || state === null || !("heading" in state)) return null;
	return typeof state.heading === "string" ? state.heading : null;
}
