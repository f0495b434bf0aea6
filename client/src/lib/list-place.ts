import { paths } from "./paths.ts";
import { readStored, writeStored } from "./storage.ts";

/** Where someone was in the dashboard's list. */
export type ListPlace = {
	/** The query of its address, without the question mark. */
	search: string;
	/** The first row in view, and how far below the top of the window it began. */
	rowId: number | null;
	offset: number;
	/** How far the page was scrolled: counts where that row is gone. */
	y: number;
	/** The row that had the focus. */
	focusedId: number | null;
};

const KEY = "visualink.list-place";

/** Keeps the place in the present history entry, for Back and a reload, and as the last one, for links that lead back. */
export function keepListPlace(place: ListPlace): void {
	window.history.replaceState({ ...window.history.state, listPlace: place }, "");
	writeStored("session", KEY, JSON.stringify(place));
}

/** The place that this entry was left at, or that a link has led back to; null for a dashboard that is opened again. */
export function listPlaceHere(): ListPlace | null {
	const state: unknown = window.history.state;
	if (typeof state !== "object" || state === null) return null;
	if ("listPlace" in state) return placeOf(state.listPlace);
	return "returnsToList" in state ? lastPlace() : null;
}

/** Where a link or a save leads back to: the dashboard with its search and at its place, as it was left (P334). */
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
