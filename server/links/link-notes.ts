import { requireFeature } from "#server/account/auth/require-plan.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { tagLimit } from "#shared/billing/plans/plan-features.ts";
import { tagLimitReached } from "#shared/links/link-list.ts";
import type { Link } from "#shared/links/links.table.ts";
import { readAccountTags } from "./list/account-tags.ts";

/** What an owner notes about a link, which no visitor sees; what is left out stays. */
export type LinkNotes = {
	tags?: string[] | undefined;
	isArchived?: boolean | undefined;
	externalId?: string | null | undefined;
};

/** @throws AppError "plan_required" for a tag that the link doesn't have yet */
export function requireTagsFor(planId: string, { tags = [] }: LinkNotes, present: Pick<Link, "tags"> = { tags: [] }) {
	if (tags.some((tag) => !present.tags.includes(tag))) requireFeature(planId, "tags", "tags");
}

export type StoredNotes = Partial<Pick<Link, "tags" | "archivedAt" | "externalId">>;
type Noting = { planId: string; at: Date };

/**
 * Notes as stored, tags in the account's spelling. Call it with the owner's row locked.
 * @throws AppError "plan_required", "tag_limit_reached"
 */
export async function storedNotes(
	tx: Tx,
	{ before, notes }: { before: Link; notes: LinkNotes },
	{ planId, at }: Noting,
): Promise<StoredNotes> {
	const { tags, isArchived, externalId } = notes;
	requireTagsFor(planId, notes, before);
	return {
		...(externalId !== undefined && { externalId }),
		...(isArchived !== undefined && { archivedAt: isArchived ? (before.archivedAt ?? at) : null }),
		...(tags && { tags: await spelledTags(tx, before.userId, { tags, limit: tagLimit(planId), at }) }),
	};
}

type Spelling = { tags: string[]; limit: number; at: Date };

async function spelledTags(tx: Tx, userId: string, { tags, limit, at }: Spelling): Promise<string[]> {
	if (tags.length === 0) return tags;
	const known = await readAccountTags(tx, userId, { at, limit });
	return tags.map((tag) => {
		const name = known.give(tag);
		if (name === null) throw tagsBeyond(limit);
		return name;
	});
}

/** The refusal of a link with tags beyond the plan's limit (P230). */
export function tagsBeyond(limit: number): AppError {
	return new AppError("tag_limit_reached", tagLimitReached(limit), { field: "tags", limit });
}
