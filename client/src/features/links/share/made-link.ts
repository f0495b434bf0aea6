/** How a link was saved before the redirect to the dashboard, which marks its row (P152). */
export type SavedKind = "new" | "changed";
export type SavedLink = { id: number; kind: SavedKind };

export function afterSaving(saved: SavedLink): { savedLink: SavedLink } {
	return { savedLink: saved };
}

/** The link whose save led to this history entry, or null. */
export function savedLinkHere(): SavedLink | null {
	const state: unknown = window.history.state;
	if (typeof state !== "object" || state === null || !("savedLink" in state)) return null;
	const { savedLink } = state;
	if (typeof savedLink !== "object" || savedLink === null || !("id" in savedLink) || !("kind" in savedLink))
		return null;
	const { id, kind } = savedLink;
	return typeof id === "number" && (kind === "new" || kind === "changed") ? { id, kind } : null;
}
