import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import type { LinkWriter, OwnerTransaction, Written } from "#server/links/link-writer.ts";
import { repeat } from "#server/work/repeat.ts";
import { users } from "#shared/auth/users.table.ts";
import { worstOf } from "#shared/guard/guard-reason.ts";
import { type Import, importRows, imports } from "#shared/imports/imports.table.ts";
import type { GuardCode, RowState } from "#shared/imports/imports.ts";
import { SLUG_TAKEN } from "#shared/links/link-form.ts";
import { planHas, tagLimit } from "#shared/plans/plan-features.ts";
import type { Subscription } from "#shared/subscriptions/subscriptions.table.ts";
import { createPageReadings, type Pause } from "./page-readings.ts";
import type { PageReader } from "./read-cards.ts";
import { newLinkOf, noteOfMade, noteThatFits, targetsBySlug } from "./row-links.ts";

type Options = {
	db: Db;
	now: () => Date;
	log: Logger;
	writer: Pick<LinkWriter, "transaction">;
	prefill: PageReader;
	pause?: Pause;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	/** Notifies the account's screens of its import's progress. */
	tell: (userId: string) => Promise<void>;
};

/** Rows that become links in one transaction. */
const AT_ONCE = 200;
/** Looks again this often, even when nothing woke it: another process may have died with its import. */
const IDLE_MS = 15_000;
const RETRY_MS = 3_000;

export const NO_ROOM = "All links of this month are used";
const DISABLED = "Your account has been disabled";
const PLAN_GONE = "Your plan no longer includes imports";

/** Of rows whose page was to be asked: that it was, or need not be. */
const LACKS_NOTHING = sql`${importRows.content}->'lacks' = '[]'::jsonb`;

type Row = typeof importRows.$inferSelect;
type Verdict = { line: number; state: RowState; note: string | null; code?: GuardCode };

/**
 * Turns the rows of imports into links: some at a time, their links, verdicts and count of the month in one transaction
 * that locks the owner's row. Anyone who is killed has done a transaction wholly or not at all, and any process goes on.
 */
export function createImportWork(options: Options) {
	const { db, now, log, writer, prefill, pause, activeSubscription, tell } = options;
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
			const running = await runningImports(db);
			for (const job of running.filter((one) => !failed.has(one.id) && hasWork(one))) {
				if (stopping.aborted) return undefined;
				fresh.delete(job.id);
				try {
					const isMoreOfIt = await goOn(job);
					await tell(job.userId);
					if (!isMoreOfIt) continue;
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

	/** An import whose owner was disabled is stopped at once, whether or not it waits for pages. */
	function hasWork({ id, prefill: asksPages, isDisabled }: Running): boolean {
		return !asksPages || isDisabled || fresh.has(id) || !readings.isGoing(id);
	}

	/** A part of one import. @returns whether there may be more to do at once */
	async function goOn(job: Import): Promise<boolean> {
		const subscription = await activeSubscription(job.userId);
		if (!subscription || !planHas(subscription.planId, "csv")) {
			await end(job, PLAN_GONE);
			return false;
		}
		const { planId } = subscription;
		return (await writer.transaction({ id: job.userId }, (owned) => makeLinks(owned, job, planId))) ?? false;
	}

	async function end(job: Import, reason: string): Promise<void> {
		const isRunning = and(eq(imports.id, job.id), eq(imports.state, "running"));
		await db.update(imports).set({ state: "stopped", reason }).where(isRunning);
	}

	/** @returns whether there may be more to do at once */
	async function makeLinks({ tx, owner, write }: OwnerTransaction, job: Import, planId: string): Promise<boolean> {
		const isRunning = and(eq(imports.id, job.id), eq(imports.state, "running"));
		const [present] = await tx.select().from(imports).where(isRunning).for("update");
		if (!present) return false;
		if (owner.disabledAt) {
			await tx.update(imports).set({ state: "stopped", reason: DISABLED }).where(isRunning);
			return false;
		}
		const isReady = present.prefill ? LACKS_NOTHING : undefined;
		const rows = await waiting(tx, job, { limit: AT_ONCE, isReady });
		if (rows.length === 0) {
			const [left] = await waiting(tx, job, { limit: 1 });
			if (!left) await tx.update(imports).set({ state: "done" }).where(isRunning);
			return false;
		}
		const taken = await targetsBySlug(tx, owner.id, rows);
		const targetOf = ({ content }: Row) => (content.slug === "" ? undefined : taken.get(content.slug.toLowerCase()));
		const open = rows.filter((row) => targetOf(row) === undefined);
		const written = await write(
			open.map(({ content }) => newLinkOf(content)),
			planId,
		);
		const verdicts = rows
			.filter((row) => !open.includes(row))
			.map((row) => verdictOfTaken(row, { isSame: targetOf(row) === row.content.targetUrl }));
		for (const [n, row] of open.entries()) verdicts.push(...verdictOf(row, written[n], tagLimit(planId)));
		await note(tx, job, verdicts);
		return true;
	}
}

type Running = Import & { isDisabled: boolean };

function runningImports(db: Db): Promise<Running[]> {
	const isDisabled = sql<boolean>`${users.disabledAt} IS NOT NULL`;
	return db
		.select({ ...getTableColumns(imports), isDisabled })
		.from(imports)
		.innerJoin(users, eq(users.id, imports.userId))
		.where(eq(imports.state, "running"))
		.orderBy(asc(imports.createdAt));
}

function verdictOfTaken({ line }: Row, { isSame }: { isSame: boolean }): Verdict {
	return isSame ? { line, state: "same", note: null } : { line, state: "refused", note: SLUG_TAKEN };
}

/** None where the slug was taken a moment ago: the row waits, and is judged again. */
function verdictOf({ line, note: before }: Row, written: Written | undefined, limit: number): Verdict[] {
	if (!written) return [];
	if ("link" in written) {
		const code = worstOf(written.reasons)?.code;
		return [{ line, state: "made", note: noteOfMade(before, written, limit), ...(code && { code }) }];
	}
	if (written.refused === "blocked") {
		const { code, message } = written.error;
		return [{ line, state: "refused", note: message, code }];
	}
	return written.refused === "no room" ? [{ line, state: "refused", note: NO_ROOM }] : [];
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
		UPDATE import_rows AS r SET state = v.state, note = v.note,
			content = r.content || jsonb_strip_nulls(jsonb_build_object('code', v.code))
		FROM unnest(${column(({ line }) => line)}::int[], ${column(({ state }) => state)}::text[],
			${column((verdict) => noteThatFits(verdict.note))}::text[],
			${column(({ code }) => code ?? null)}::text[]) AS v (line, state, note, code)
		WHERE r.import_id = ${job.id} AND r.line = v.line`);
}
