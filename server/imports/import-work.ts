import { and, asc, eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { countMonth } from "#server/links/link-quota.ts";
import { generateLinkSlug } from "#server/links/link-slug.ts";
import { repeat } from "#server/work/repeat.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { type Import, type ImportedLink, importRows, imports } from "#shared/imports/imports.table.ts";
import type { RowState } from "#shared/imports/imports.ts";
import { imageFileName } from "#shared/links/image-url.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { links } from "#shared/links/links.table.ts";
import { planHas } from "#shared/plans/plan-features.ts";
import { monthlyLinkQuota } from "#shared/plans/plan-rules.ts";
import type { Subscription } from "#shared/subscriptions/subscriptions.table.ts";
import { type CardReader, createCardReader, type PageReader } from "./read-cards.ts";

type Options = {
	db: Db;
	now: () => Date;
	log: Logger;
	linkCache: { invalidate(userSlug: string, linkSlug: string): void };
	pictures: { markUsed(tx: Tx, picture: { imageUrl: string; userId: string }): Promise<boolean> };
	prefill: PageReader;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
};

/** Rows that become links in one transaction; fewer where each page has to be read before. */
const AT_ONCE = 200;
const AT_ONCE_WITH_CARDS = 12;
/** Looks again this often, even when nothing woke it: another process may have died with its import. */
const IDLE_MS = 15_000;
const RETRY_MS = 3_000;

export const NO_ROOM = "All links of this month are used";
export const PLAN_GONE = "Your plan does not include imports any more";

type Row = typeof importRows.$inferSelect;
type Verdict = { line: number; state: RowState; note: string | null };

/**
 * Turns the rows of imports into links: some at a time, their links, verdicts and count of the month in one transaction
 * that locks the owner's row. Whoever is killed has done a transaction wholly or not at all, and any process goes on.
 */
export function createImportWork({ db, now, log, linkCache, pictures, prefill, activeSubscription }: Options) {
	const readCards: CardReader = createCardReader(prefill);
	const { start, stop, wake } = repeat({
		everyMs: IDLE_MS,
		retryMs: RETRY_MS,
		work: workOff,
		failed: (error) => log.warn({ err: error }, "an import could not go on; it will be tried again"),
	});
	return { start, stop, wake };

	async function workOff(stopping: AbortSignal): Promise<number | undefined> {
		const running = await db.select().from(imports).where(eq(imports.state, "running")).orderBy(asc(imports.createdAt));
		for (const job of running) {
			if (stopping.aborted) return;
			await goOn(job, stopping);
		}
		return running.length > 0 ? 0 : undefined;
	}

	/** A part of one import, so that a large one lets others pass. */
	async function goOn(job: Import, stopping: AbortSignal): Promise<void> {
		const subscription = await activeSubscription(job.userId);
		if (!subscription || !planHas(subscription.planId, "csv")) return end(job, PLAN_GONE);
		const cards = job.prefill
			? await readCards(await waiting(db, job, AT_ONCE_WITH_CARDS), job.userId, stopping)
			: null;
		if (stopping.aborted) return;
		const made = await db.transaction((tx) => makeLinks(tx, job, { planId: subscription.planId, cards }));
		for (const { userSlug, linkSlug } of made) linkCache.invalidate(userSlug, linkSlug);
	}

	async function end(job: Import, reason: string): Promise<void> {
		const isRunning = and(eq(imports.id, job.id), eq(imports.state, "running"));
		await db.update(imports).set({ state: "stopped", reason }).where(isRunning);
	}

	type Making = { planId: string; cards: Map<number, Partial<ImportedLink>> | null };

	async function makeLinks(tx: Tx, job: Import, { planId, cards }: Making) {
		const [owner] = await tx.select().from(users).where(eq(users.id, job.userId)).for("no key update");
		const isRunning = and(eq(imports.id, job.id), eq(imports.state, "running"));
		const [present] = owner ? await tx.select().from(imports).where(isRunning).for("update") : [];
		if (!owner || !present) return [];
		if (owner.disabledAt) {
			await tx.update(imports).set({ state: "stopped", reason: "Your account has been disabled" }).where(isRunning);
			return [];
		}
		const rows = (await waiting(tx, job, cards ? AT_ONCE_WITH_CARDS : AT_ONCE)).filter(
			({ line }) => cards === null || cards.has(line),
		);
		if (rows.length === 0) {
			// With cards a row may have been taken by another process since they were read.
			const [left] = await waiting(tx, job, 1);
			if (!left) await tx.update(imports).set({ state: "done" }).where(isRunning);
			return [];
		}
		const createdAt = now();
		const limit = monthlyLinkQuota(planId);
		let room = limit === 0 ? Number.POSITIVE_INFINITY : limit - (await countMonth(tx, owner, createdAt));
		const taken = await targetsBySlug(tx, owner.id, rows);
		const verdicts: Verdict[] = [];
		const wanted: (typeof links.$inferInsert & { line: number })[] = [];
		for (const { line, content, note } of rows) {
			const target = content.slug === "" ? undefined : taken.get(content.slug.toLowerCase());
			if (target === content.targetUrl) verdicts.push({ line, state: "same", note: null });
			else if (target !== undefined) verdicts.push({ line, state: "refused", note: SLUG_TAKEN });
			else if (room <= 0) verdicts.push({ line, state: "refused", note: NO_ROOM });
			else {
				room -= 1;
				const link = { ...content, ...cards?.get(line) };
				const imageUrl = await shown(tx, owner, link.imageUrl);
				wanted.push({
					line,
					...valuesOf(link, { createdAt, userId: owner.id }),
					imageUrl,
					imageSource: imageUrl && "upload",
				});
				verdicts.push({ line, state: "made", note });
			}
		}
		const values = wanted.map(({ line: _, ...value }) => value);
		const made = values.length === 0 ? [] : await tx.insert(links).values(values).onConflictDoNothing().returning();
		// One whose made-up slug was taken meanwhile waits on, and is given another.
		const slugs = new Set(made.map(({ linkSlug }) => linkSlug));
		const again = new Set(wanted.filter(({ linkSlug }) => !slugs.has(linkSlug)).map(({ line }) => line));
		await note(
			tx,
			job,
			verdicts.filter(({ line }) => !again.has(line)),
		);
		return made.map(({ linkSlug }) => ({ userSlug: owner.userSlug, linkSlug }));
	}

	/** A picture that is there no more is left out; the link is worth more than its picture. */
	async function shown(tx: Tx, owner: User, imageUrl: string | null): Promise<string | null> {
		if (imageUrl === null || imageFileName(imageUrl) === null) return imageUrl;
		return (await pictures.markUsed(tx, { imageUrl, userId: owner.id })) ? imageUrl : null;
	}
}

function waiting(db: Pick<Db, "select">, job: Import, limit: number): Promise<Row[]> {
	return db
		.select()
		.from(importRows)
		.where(and(eq(importRows.importId, job.id), eq(importRows.state, "create")))
		.orderBy(asc(importRows.line))
		.limit(limit);
}

/** Where the owner's links of these slugs lead; slugs in lower case. */
export async function targetsBySlug(
	db: Pick<Db, "select">,
	userId: string,
	rows: { content: Pick<ImportedLink, "slug"> }[],
): Promise<Map<string, string>> {
	const slugs = rows.map(({ content }) => content.slug.toLowerCase()).filter(Boolean);
	if (slugs.length === 0) return new Map();
	const isTheirs = sql`${links.userId} = ${userId} AND lower(${links.linkSlug}) = ANY (${sql.param(slugs)}::text[])
		AND (NOT ${links.deleted} OR ${links.disabledAt} IS NOT NULL)`;
	const found = await db.select({ slug: links.linkSlug, target: links.targetUrl }).from(links).where(isTheirs);
	return new Map(found.map(({ slug, target }) => [slug.toLowerCase(), target]));
}

function valuesOf(link: ImportedLink, { createdAt, userId }: { createdAt: Date; userId: string }) {
	const { slug, targetUrl, title, description, tags, startsAt, endsAt, afterUrl, isArchived } = link;
	return {
		userId,
		createdAt,
		linkSlug: slug || generateLinkSlug(),
		targetUrl,
		title,
		description,
		tags,
		startsAt: startsAt === null ? null : new Date(startsAt),
		endsAt: endsAt === null ? null : new Date(endsAt),
		afterUrl,
		archivedAt: isArchived ? createdAt : null,
	};
}

async function note(tx: Tx, job: Import, verdicts: Verdict[]): Promise<void> {
	const column = <T>(pick: (verdict: Verdict) => T) => sql.param(verdicts.map(pick));
	await tx.execute(sql`
		UPDATE import_rows AS r SET state = v.state, note = v.note
		FROM unnest(${column(({ line }) => line)}::int[], ${column(({ state }) => state)}::text[],
			${column((verdict) => verdict.note)}::text[]) AS v (line, state, note)
		WHERE r.import_id = ${job.id} AND r.line = v.line`);
}
