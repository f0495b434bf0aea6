import { sql } from "drizzle-orm";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { tagLimit } from "#shared/billing/plans/plan-features.ts";
import { tagLimitReached } from "#shared/links/link-list.ts";

/** How long a deleted link can be restored, with its tags (P136). */
export const RESTORED_WITHIN_MS = 3_600_000;

export type AccountTags = {
	/** The tag in the spelling the owner already uses, else unchanged. */
	spelling: (tag: string) => string;
	count: number;
	/** As `spelling`, for adding a tag; null if it is new and the account is at its limit. */
	give: (tag: string) => string | null;
};

type Options = { at: Date; limit: number };

/**
 * Includes links that may be restored, so that restoring never adds a tag (P230). Call it with the owner's row locked.
 */
export async function readAccountTags(
	tx: Pick<Tx, "execute">,
	userId: string,
	{ at, limit }: Options,
): Promise<AccountTags> {
	const { rows } = await tx.execute<{ name: string }>(
		sql`SELECT DISTINCT unnest(tags) AS name FROM links
			WHERE user_id = ${userId} AND (NOT deleted OR deleted_at > ${new Date(at.getTime() - RESTORED_WITHIN_MS)})`,
	);
	const known = new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
	const spelling = (tag: string) => known.get(tag.toLowerCase()) ?? tag;

	function give(tag: string): string | null {
		const key = tag.toLowerCase();
		if (!known.has(key) && known.size >= limit) return null;
		known.set(key, spelling(tag));
		return spelling(tag);
	}

	return { spelling, count: known.size, give };
}

type Tagging = { wanted: { tags: string[] }[]; at: Date; limit: number };

/**
 * Gives new links their tags in the account's spelling, up to its plan's limit (P230).
 * @param wanted all tags to add; nothing is read if empty
 */
export async function tagGiver(tx: Pick<Tx, "execute">, { id }: Pick<User, "id">, { wanted, at, limit }: Tagging) {
	const hasTags = wanted.some(({ tags }) => tags.length > 0);
	const known = hasTags ? await readAccountTags(tx, id, { at, limit }) : null;
	return (tags: string[]): string[] => tags.flatMap((tag) => known?.give(tag) ?? []);
}

type Wanted = { tag: string; planId: string; at: Date };

/** @throws AppError "invalid" if the tag is new and the account is at its plan's limit (P230) */
export async function tagToGive(tx: Tx, owner: Pick<User, "id">, { tag, planId, at }: Wanted): Promise<string> {
	const limit = tagLimit(planId);
	const name = (await readAccountTags(tx, owner.id, { at, limit })).give(tag);
	if (name === null) throw new AppError("tag_limit_reached", tagLimitReached(limit), { field: "tag", limit });
	return name;
}
