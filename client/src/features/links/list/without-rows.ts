import type { LinkOverview } from "#shared/links/link-list.ts";

export type Closing = { gone: readonly number[]; change: "archive" | "unarchive" | "delete" };

/** The list without these links, and its totals after the change; views stay (P176). */
export function withoutRows(known: LinkOverview, { gone, change }: Closing): LinkOverview {
	const isGone = new Set(gone);
	const { links, archived, ...others } = known.totals;
	const archivedOnes = known.links.filter((link) => isGone.has(link.id) && link.archived).length;
	const totals = {
		archive: { links, archived: archived + gone.length },
		unarchive: { links, archived: archived - gone.length },
		delete: { links: links - gone.length, archived: archived - archivedOnes },
	};
	return {
		...known,
		ids: known.ids.filter((id) => !isGone.has(id)),
		links: known.links.filter(({ id }) => !isGone.has(id)),
		totals: { ...others, ...totals[change] },
	};
}
