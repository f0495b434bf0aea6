import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { requireFeature } from "#server/account/auth/require-plan.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import { isUniqueViolation } from "#server/platform/db/sql-errors.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { type ChangedLinks, LIST_LIMITS, type LinkChanges, TOO_MANY_TAGS } from "#shared/links/link-list.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import type { ErrorCode } from "#shared/platform/error-codes.ts";
import { EXTERNAL_ID_TAKEN } from "../external-ids.ts";
import type { Owner } from "../links.service.ts";
import { RESTORED_WITHIN_MS, tagToGive } from "./account-tags.ts";

export type BulkChanges = ReturnType<typeof createBulkChanges>;

export type Changed = { changed: number[]; refused: Refused[] };
/** With the error's code, for programs. */
type Refused = ChangedLinks["refused"][number] & { code: ErrorCode };

type Options = {
	db: Db;
	now: () => Date;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
};

/** Creates changes to links without their form; other users' links are treated as not found. */
export function createBulkChanges({ db, now, linkCache }: Options) {
	/**
	 * Changes several links at once, by ascending id like view counting, so that they can't deadlock.
	 * @throws AppError "plan_required" for a tag without the plan for tags, "invalid" for one more than the plan allows
	 */
	async function change(owner: Owner, changes: LinkChanges, { planId }: { planId: string }): Promise<Changed> {
		if (changes.change === "tag") requireFeature(planId, "tags", "tag");
		const ids = [...new Set(changes.ids)].sort((a, b) => a - b);
		const { done, refused = [] } = await db.transaction((tx) => apply(tx, owner, { changes, ids, planId }));
		if (changes.change === "delete" || changes.change === "restore") {
			for (const { linkSlug } of done) linkCache.invalidate(owner.userSlug, linkSlug);
		}
		return { changed: done.map(({ id }) => id), refused };
	}

	async function apply(tx: Tx, owner: Owner, { changes, ids, planId }: Asked): Promise<Outcome> {
		if (changes.change === "tag") await lockOwner(tx, owner.id);
		if (changes.change === "restore") return restore(tx, owner, ids);
		const present = await tx
			.select()
			.from(links)
			.where(and(inArray(links.id, ids), eq(links.userId, owner.id), eq(links.deleted, false)))
			.orderBy(links.id)
			.for("no key update");
		switch (changes.change) {
			case "archive":
				return set(tx, present.filter(isInSight), { archivedAt: now() });
			case "unarchive":
				return set(
					tx,
					present.filter((link) => !isInSight(link)),
					{ archivedAt: null },
				);
			case "delete":
				return set(tx, present, { deleted: true, deletedAt: now() });
			case "tag":
				return giveTag(tx, present, await tagToGive(tx, owner, { tag: changes.tag, planId, at: now() }));
			case "untag":
				return set(
					tx,
					present.filter(({ tags }) => tags.includes(changes.tag)),
					{
						tags: sql`array_remove(${links.tags}, ${changes.tag})`,
					},
				);
		}
	}

	/** Restored links don't count for the month again; those whose slug, alias or external id was taken meanwhile stay deleted. */
	async function restore(tx: Tx, owner: Owner, ids: number[]): Promise<Outcome> {
		const outcome = { done: [] as Link[], refused: [] as Refused[] };
		const since = new Date(now().getTime() - RESTORED_WITHIN_MS);
		await lockOwner(tx, owner.id);
		for (const id of ids) {
			const isTheirs = and(
				eq(links.id, id),
				eq(links.userId, owner.id),
				eq(links.deleted, true),
				gt(links.deletedAt, since),
			);
			try {
				// A savepoint each, so that a taken slug doesn't affect the others.
				const [back] = await tx.transaction((inner) =>
					inner.update(links).set({ deleted: false, deletedAt: null }).where(isTheirs).returning(),
				);
				if (back) outcome.done.push(back);
			} catch (error) {
				outcome.refused.push({ id, ...takenMeanwhile(error) });
			}
		}
		return outcome;
	}

	return { change };
}

type Asked = { changes: LinkChanges; ids: number[]; planId: string };
type Outcome = { done: Link[]; refused?: Refused[] };

const isInSight = ({ archivedAt }: Link) => archivedAt === null;

/** Only rows that change are reported, so that an undo reverts no more. */
async function set<Row extends { id: number }>(tx: Tx, present: Row[], values: Record<string, unknown>) {
	if (present.length > 0) {
		const ids = present.map(({ id }) => id);
		await tx.update(links).set(values).where(inArray(links.id, ids));
	}
	return { done: present };
}

/** @throws any other error */
function takenMeanwhile(error: unknown): Omit<Refused, "id"> {
	if (isUniqueViolation(error, "links_external_id")) return { code: "external_id_taken", message: EXTERNAL_ID_TAKEN };
	if (!isUniqueViolation(error, "links_user_slug") && !isUniqueViolation(error, "link_aliases_slug")) throw error;
	return { code: "slug_taken", message: SLUG_TAKEN };
}

async function giveTag(tx: Tx, present: Link[], name: string): Promise<Outcome> {
	const isFull = (link: Link) => !link.tags.includes(name) && link.tags.length >= LIST_LIMITS.tags;
	const without = present.filter((link) => !link.tags.includes(name) && !isFull(link));
	const { done } = await set(tx, without, { tags: sql`array_append(${links.tags}, ${name})` });
	return {
		done,
		refused: present.filter(isFull).map(({ id }) => ({ id, code: "too_many_items", message: TOO_MANY_TAGS })),
	};
}
