import { type ChangedLinks, LIST_LIMITS, type LinkChanges } from "#shared/links/link-list.ts";

/** What was changed; `error` is set if a later call failed. */
export type PartlyChanged = ChangedLinks & { error?: unknown };

/**
 * Changes any number of links, in several calls if necessary.
 * @throws what the first call throws, since nothing has changed then
 */
export async function changeInParts(
	changes: LinkChanges,
	send: (part: LinkChanges) => Promise<ChangedLinks>,
): Promise<PartlyChanged> {
	const all: PartlyChanged = { changed: [], refused: [] };
	for (let from = 0; from < changes.ids.length; from += LIST_LIMITS.changes) {
		try {
			const answer = await send({ ...changes, ids: changes.ids.slice(from, from + LIST_LIMITS.changes) });
			all.changed.push(...answer.changed);
			all.refused.push(...answer.refused);
		} catch (error) {
			if (from === 0) throw error;
			return { ...all, error };
		}
	}
	return all;
}
