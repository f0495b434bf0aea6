import { and, arrayContains, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { LIST_LIMITS, tagName } from "#shared/links/link-list.ts";
import { links } from "#shared/links/links.table.ts";
import type { Owner } from "../links.service.ts";
import { readAccountTags } from "./account-tags.ts";

export type Retag = ReturnType<typeof createRetag>;

/** Includes deleted links, which may be restored (P172). */
export function createRetag({ db, now }: { db: Db; now: () => Date }) {
	/**
	 * If the new name exists, the two merge. So it never adds a tag, and no limit applies.
	 * @throws AppError "not_found"
	 */
	async function rename(owner: Owner, tag: string, name: string): Promise<void> {
		await requireTag(owner, tag);
		if (tag === name) return;
		const isSame = tag.toLowerCase() === name.toLowerCase();
		await retag(owner, tag, async (tx) => {
			const known = await readAccountTags(tx, owner.id, { at: now(), limit: 0 });
			return sql`ARRAY(SELECT each FROM (SELECT DISTINCT ON (each) each, n
				FROM unnest(array_replace(${links.tags}, ${tag}, ${isSame ? name : known.spelling(name)}))
					WITH ORDINALITY AS of_link (each, n)
				ORDER BY each, n) AS kept ORDER BY n)`;
		});
	}

	/** @throws AppError "not_found" */
	async function remove(owner: Owner, tag: string): Promise<void> {
		await requireTag(owner, tag);
		await retag(owner, tag, async () => sql`array_remove(${links.tags}, ${tag})`);
	}

	/** @throws AppError "not_found" for a tag that only deleted links have */
	async function requireTag(owner: Owner, tag: string): Promise<void> {
		const isPresent = and(hasTag(owner, tag), eq(links.deleted, false));
		const [present] = await db.select({ id: links.id }).from(links).where(isPresent).limit(1);
		if (!present) throw new AppError("tag_not_found", "Tag not found");
	}

	/**
	 * In batches, because views wait for a locked link. Another call resumes an interrupted one.
	 * @param tags a link's tags without this one; called per batch, under the lock of the owner's tags
	 */
	async function retag(owner: Owner, tag: string, tags: (tx: Tx) => Promise<SQL>): Promise<void> {
		for (let isMore = true; isMore; ) {
			isMore = await db.transaction(async (tx) => {
				await lockOwner(tx, owner.id);
				const slice = tx
					.select({ id: links.id })
					.from(links)
					.where(hasTag(owner, tag))
					.orderBy(links.id)
					.limit(LIST_LIMITS.changes)
					.for("no key update");
				const ids = (await slice).map(({ id }) => id);
				if (ids.length === 0) return false;
				await tx
					.update(links)
					.set({ tags: await tags(tx) })
					.where(sql`${links.id} = ANY (${sql.param(ids)}::int[])`);
				return true;
			});
		}
	}

	return { rename, remove };
}

/** A tag in an address. @throws AppError "not_found" for anything that can't be a tag */
export function tagIn(text: unknown): string {
	const tag = tagName.safeParse(text);
	if (!tag.success || tag.data !== text) throw new AppError("tag_not_found", "Tag not found");
	return tag.data;
}

function hasTag(owner: Owner, tag: string): SQL | undefined {
	return and(eq(links.userId, owner.id), arrayContains(links.tags, [tag]));
}
