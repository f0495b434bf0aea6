import { type ChangedLinks, LIST_LIMITS, type LinkChanges } from "#shared/links/link-list.ts";

/** What was changed; `error` says why no more was, where a later call failed. */
export type PartlyChanged = ChangedLinks & { error?: unknown };

/**
 * Changes links, as many as there are, by as many calls as that takes.
 * @throws what the first call throws: nothing is known to have changed then
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
