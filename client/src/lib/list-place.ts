import { paths } from "./paths.ts";
import { readStored, writeStored } from "./storage.ts";

export type ListPlace = {
	search: string;
	/** The first visible row, and its distance from the window's top. */
	rowId: number | null;
	offset: number;
	y: number;
	/** The row with the focus. */
	focusedId: number | null;
};

const KEY = "visualink.list-place";

/** Stores the position in this history entry, for Back and reloads, and as the latest, for links back. */
export function keepListPlace(place: ListPlace): void {
	window.history.replaceState({ ...window.history.state, listPlace: place }, "");
	writeStored("session", KEY, JSON.stringify(place));
}

/** This entry's stored position, or the one a link led back to; null for a newly opened dashboard. */
export function listPlaceHere(): ListPlace | null {
	const state: unknown = window.history.state;
	if (typeof state !== "object" || state === null) return null;
	if ("listPlace" in state) return placeOf(state.listPlace);
	return "returnsToList" in state ? lastPlace() : null;
}

/** A link back to the dashboard, with its search and position (P334). */
export function dashboardAsLeft(): { href: string; state: { returnsToList: true } } {
	const search = lastPlace()?.search ?? "";
	return { href: search ? `${paths.dashboard}?${search}` : paths.dashboard, state: { returnsToList: true } };
}

function lastPlace(): ListPlace | null {
	try {
		return placeOf(JSON.parse(readStored("session", KEY) ?? "null"));
	} catch {
		return null;
	}
}

function placeOf(kept: unknown): ListPlace | null {
	if (typeof kept !== "object" || kept === null || !("search" in kept) || typeof kept.search !== "string") return null;
	return kept as ListPlace;
}
