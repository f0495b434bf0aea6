import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { countMonth } from "#server/links/link-quota.ts";
import { repeat } from "#server/work/repeat.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { type Import, importRows, imports } from "#shared/imports/imports.table.ts";
import type { RowState } from "#shared/imports/imports.ts";
import { imageFileName } from "#shared/links/image-url.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { links } from "#shared/links/links.table.ts";
import { planHas, tagLimit } from "#shared/plans/plan-features.ts";
import { monthlyLinkQuota } from "#shared/plans/plan-rules.ts";
import type { Subscription } from "#shared/subscriptions/subscriptions.table.ts";
import { createPageReadings, type Pause } from "./page-readings.ts";
import type { PageReader } from "./read-cards.ts";
import { tagGiver, targetsBySlug, valuesOf } from "./row-links.ts";

type Options = {
	db: Db;
	now: () => Date;
	log: Logger;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	pictures: { markAllUsed(tx: Tx, used: { imageUrls: string[]; userId: string }): Promise<Set<string>> };
	prefill: PageReader;
	pause?: Pause;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
};

/** Rows that become links in one transaction. */
const AT_ONCE = 200;
/** Looks again this often, even when nothing woke it: another process may have died with its import. */
const IDLE_MS = 15_000;
const RETRY_MS = 3_000;

export const NO_ROOM = "All links of this month are used";
export const PLAN_GONE = "Your plan does not include imports any more";

/** Of rows whose page was to be asked: that it was, or need not be. */
const LACKS_NOTHING = sql`${importRows.content}->'lacks' = '[]'::jsonb`;
const NOTHING = { made: [], isMore: false };

type Row = typeof importRows.$inferSelect;
type Verdict = { line: number; state: RowState; note: string | null };

/**
 * Turns the rows of imports into links: some at a time, their links, verdicts and count of the month in one transaction
 * that locks the owner's row. Whoever is killed has done a transaction wholly or not at all, and any process goes on.
 */
export function createImportWork({ db, now, log, linkCache, pictures, prefill, pause, activeSubscription }: Options) {
	const work = repeat({
		everyMs: IDLE_MS,
		retryMs: RETRY_MS,
		work: workOff,
		failed: (error) => log.warn({ err: error }, "imports could not be looked up; they will be tried again"),
	});
	const { start, wake } = work;
	/** Imports of which something was read since they were looked at. */
	const fresh = new Set<string>();
	const readings = createPageReadings({ db, now, log, prefill, heard, ...(pause && { pause }) });
	return { start, stop, wake };

	function heard(importId: string): void {
		fresh.add(importId);
		wake();
	}

	async function stop(): Promise<void> {
		await work.stop();
		await readings.stop();
	}

	/** A part of each import in turn, so that a large one lets others pass, until all wait for pages or are done. */
	async function workOff(stopping: AbortSignal): Promise<number | undefined> {
		const failed = new Set<string>();
		for (let isMore = true; isMore; ) {
			isMore = false;
			const running = await db
				.select()
				.from(imports)
				.where(eq(imports.state, "running"))
				.orderBy(asc(imports.createdAt));
			for (const job of running.filter((one) => !failed.has(one.id) && hasWork(one))) {
				if (stopping.aborted) return undefined;
				fresh.delete(job.id);
				try {
					if (!(await goOn(job))) continue;
					fresh.add(job.id);
					isMore = true;
				} catch (error) {
					failed.add(job.id);
					fresh.add(job.id);
					log.warn({ err: error }, "an import could not go on; it will be tried again");
				}
			}
			for (const id of fresh) if (!running.some((job) => job.id === id)) fresh.delete(id);
			readings.follow(running.filter((job) => job.prefill));
		}
		return failed.size > 0 ? RETRY_MS : undefined;
	}

	function hasWork({ id, prefill: asksPages }: Import): boolean {
		return !asksPages || fresh.has(id) || !readings.isGoing(id);
	}

	/** A part of one import. @returns whether there may be more to do at once */
	async function goOn(job: Import): Promise<boolean> {
		const subscription = await activeSubscription(job.userId);
		if (!subscription || !planHas(subscription.planId, "csv")) {
			await end(job, PLAN_GONE);
			return false;
		}
		const { planId } = subscription;
		const { made, isMore } = await db.transaction((tx) => makeLinks(tx, job, planId));
		for (const { userSlug, linkSlug } of made) linkCache.invalidate(userSlug, linkSlug);
		return isMore;
	}

	async function end(job: Import, reason: string): Promise<void> {
		const isRunning = and(eq(imports.id, job.id), eq(imports.state, "running"));
		await db.update(imports).set({ state: "stopped", reason }).where(isRunning);
	}

	type Made = { made: { userSlug: string; linkSlug: string }[]; isMore: boolean };

	async function makeLinks(tx: Tx, job: Import, planId: string): Promise<Made> {
		const [owner] = await tx.select().from(users).where(eq(users.id, job.userId)).for("no key update");
		const isRunning = and(eq(imports.id, job.id), eq(imports.state, "running"));
		const [present] = owner ? await tx.select().from(imports).where(isRunning).for("update") : [];
		if (!owner || !present) return NOTHING;
		if (owner.disabledAt) {
			await tx.update(imports).set({ state: "stopped", reason: "Your account has been disabled" }).where(isRunning);
			return NOTHING;
		}
		const isReady = present.prefill ? LACKS_NOTHING : undefined;
		const rows = await waiting(tx, job, { limit: AT_ONCE, isReady });
		if (rows.length === 0) {
			const [left] = await waiting(tx, job, { limit: 1 });
			if (!left) await tx.update(imports).set({ state: "done" }).where(isRunning);
			return NOTHING;
		}
		const createdAt = now();
		const limit = monthlyLinkQuota(planId);
		let room = limit === 0 ? Number.POSITIVE_INFINITY : limit - (await countMonth(tx, owner, createdAt));
		const taken = await targetsBySlug(tx, owner.id, rows);
		const giveTags = await tagGiver(tx, owner, { rows, at: createdAt, limit: tagLimit(planId) });
		const verdicts: Verdict[] = [];
		const wanted: (ReturnType<typeof valuesOf> & { line: number })[] = [];
		for (const row of rows) {
			const { line, content } = row;
			const target = content.slug === "" ? undefined : taken.get(content.slug.toLowerCase());
			if (target === content.targetUrl) verdicts.push({ line, state: "same", note: null });
			else if (target !== undefined) verdicts.push({ line, state: "refused", note: SLUG_TAKEN });
			else if (room <= 0) verdicts.push({ line, state: "refused", note: NO_ROOM });
			else {
				room -= 1;
				const { tags, note } = giveTags(row);
				wanted.push({ line, ...valuesOf({ ...content, tags }, { createdAt, userId: owner.id }) });
				verdicts.push({ line, state: "made", note });
			}
		}
		const isShown = await shown(tx, owner, wanted);
		const values = wanted.map(({ line: _, imageUrl, ...value }) => {
			return imageUrl && isShown(imageUrl) ? { ...value, imageUrl, imageSource: "upload" } : value;
		});
		const made =
			values.length === 0
				? []
				: await tx.insert(links).values(values).onConflictDoNothing().returning({ linkSlug: links.linkSlug });
		// One whose made-up slug was taken meanwhile waits on, and is given another.
		const slugs = new Set(made.map(({ linkSlug }) => linkSlug));
		const again = new Set(wanted.filter(({ linkSlug }) => !slugs.has(linkSlug)).map(({ line }) => line));
		await note(
			tx,
			job,
			verdicts.filter(({ line }) => !again.has(line)),
		);
		return { made: made.map(({ linkSlug }) => ({ userSlug: owner.userSlug, linkSlug })), isMore: true };
	}

	/** A picture of ours that is there no more is left out; the link is worth more than its picture. */
	async function shown(tx: Tx, { id: userId }: User, wanted: { imageUrl: string | null }[]) {
		const isOurs = (imageUrl: string) => imageFileName(imageUrl) !== null;
		const ours = wanted.flatMap(({ imageUrl }) => (imageUrl !== null && isOurs(imageUrl) ? imageUrl : []));
		const known = ours.length === 0 ? new Set() : await pictures.markAllUsed(tx, { imageUrls: ours, userId });
		return (imageUrl: string) => !isOurs(imageUrl) || known.has(imageUrl);
	}
}

function waiting(
	tx: Tx,
	job: Import,
	{ limit, isReady }: { limit: number; isReady?: SQL | undefined },
): Promise<Row[]> {
	return tx
		.select()
		.from(importRows)
		.where(and(eq(importRows.importId, job.id), eq(importRows.state, "create"), isReady))
		.orderBy(asc(importRows.line))
		.limit(limit);
}

async function note(tx: Tx, job: Import, verdicts: Verdict[]): Promise<void> {
	const column = <T>(pick: (verdict: Verdict) => T) => sql.param(verdicts.map(pick));
	await tx.execute(sql`
		UPDATE import_rows AS r SET state = v.state, note = v.note
		FROM unnest(${column(({ line }) => line)}::int[], ${column(({ state }) => state)}::text[],
			${column((verdict) => verdict.note)}::text[]) AS v (line, state, note)
		WHERE r.import_id = ${job.id} AND r.line = v.line`);
}
