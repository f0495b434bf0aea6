import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { LinkWriter, OwnerTransaction } from "#server/links/link-writer.ts";
import type { NewLink } from "#server/links/new-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { planHas, tagLimit } from "#shared/billing/plans/plan-features.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { type Import, imports } from "#shared/links/imports/imports.table.ts";
import { createBatchPace } from "./batch-pace.ts";
import { createPageReadings, type Pause } from "./page-readings.ts";
import type { PageReader } from "./read-cards.ts";
import { newLinkOf, targetsBySlug } from "./row-links.ts";
import { note, type Row, verdictOf, verdictOfTaken, waiting } from "./waiting-rows.ts";

type Options = {
	db: Db;
	now: () => Date;
	log: Logger;
	writer: Pick<LinkWriter, "transaction" | "read">;
	prefill: PageReader;
	pause?: Pause;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	tell: (userId: string) => Promise<void>;
};

const AT_ONCE = 200;
/** Polls this often without a wake-up: another process may have died during its import. */
const IDLE_MS = 15_000;
const FIRST_DELAY_MS = 1_000;

const DISABLED = "Your account has been disabled";
const PLAN_GONE = "Your plan no longer includes imports";
const ROW_FAILED = "We couldn't create this link. Try it in the form.";
const FAILED = "We couldn't create these links. Please try again later.";

/** One transaction per batch for links, results and the month's count; after a crash any process continues. */
export function createImportWork(options: Options) {
	const { db, now, log, writer, prefill, pause, activeSubscription, tell } = options;
	const work = repeat({
		everyMs: IDLE_MS,
		retryMs: FIRST_DELAY_MS,
		work: workOff,
		failed: (error) => log.warn({ err: error }, "imports could not be looked up; they will be tried again"),
	});
	const { start, wake } = work;
	const fresh = new Set<string>();
	const pace = createBatchPace({ most: AT_ONCE, firstDelayMs: FIRST_DELAY_MS, now: () => now().getTime() });
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

	/** Round-robin, so that a large import doesn't block others, until all wait for pages or are done. */
	async function workOff(stopping: AbortSignal): Promise<number | undefined> {
		for (let isMore = true; isMore; ) {
			isMore = false;
			const running = await runningImports(db);
			for (const job of running.filter((one) => !pace.isResting(one.id) && hasWork(one))) {
				if (stopping.aborted) return undefined;
				fresh.delete(job.id);
				if (!(await goOn(job))) continue;
				fresh.add(job.id);
				isMore = true;
			}
			const ids = running.map(({ id }) => id);
			for (const id of fresh) if (!ids.includes(id)) fresh.delete(id);
			pace.keep(ids);
			readings.follow(running.filter((job) => job.prefill));
		}
		return pace.nextInMs();
	}

	/** A disabled owner's import is stopped at once, even while it waits for pages. */
	function hasWork({ id, prefill: asksPages, isDisabled }: Running): boolean {
		return !asksPages || isDisabled || fresh.has(id) || !readings.isGoing(id);
	}

	/** Processes one batch, smaller and later after each failure. @returns whether there may be more to do now */
	async function goOn(job: Import): Promise<boolean> {
		let rows: Row[] = [];
		try {
			const subscription = await activeSubscription(job.userId);
			if (!subscription || !planHas(subscription.planId, "csv")) {
				await end(job, PLAN_GONE);
				return false;
			}
			const { planId } = subscription;
			rows = await waiting(db, job, { limit: pace.sizeOf(job.id), isReady: job.prefill });
			const wanted = rows.map(({ content }) => newLinkOf(content));
			const readLinks = await writer.read({ id: job.userId }, wanted, { planId });
			const byLine = new Map(rows.map(({ line }, n) => [line, readLinks[n] as NewLink]));
			const isMore = await writer.transaction({ id: job.userId }, (owned) => makeLinks(owned, { job, planId, byLine }));
			pace.succeeded(job.id);
			return isMore ?? false;
		} catch (error) {
			log.warn({ err: error, importId: job.id, rows: rows.length }, "a batch of an import failed");
			return await handleFailure(job, rows);
		} finally {
			await tell(job.userId);
		}
	}

	/** @returns whether there may be more to do now */
	async function handleFailure(job: Import, rows: Row[]): Promise<boolean> {
		const next = pace.failed(job.id, rows.length);
		const [row] = rows;
		if (next === "stop") await end(job, FAILED);
		else if (next === "refuse row" && row)
			await note(db, job, [{ line: row.line, state: "refused", note: ROW_FAILED }]);
		fresh.add(job.id);
		return next === "refuse row";
	}

	async function end(job: Import, reason: string): Promise<void> {
		const isRunning = and(eq(imports.id, job.id), eq(imports.state, "running"));
		await db.update(imports).set({ state: "stopped", reason }).where(isRunning);
	}

	type Batch = { job: Import; planId: string; byLine: Map<number, NewLink> };

	/** @returns whether there may be more to do now */
	async function makeLinks({ tx, owner, write }: OwnerTransaction, { job, planId, byLine }: Batch): Promise<boolean> {
		const isRunning = and(eq(imports.id, job.id), eq(imports.state, "running"));
		const [present] = await tx.select().from(imports).where(isRunning).for("update");
		if (!present) return false;
		if (owner.disabledAt) {
			await tx.update(imports).set({ state: "stopped", reason: DISABLED }).where(isRunning);
			return false;
		}
		if (byLine.size === 0) {
			const [left] = await waiting(tx, job, { limit: 1 });
			if (!left) await tx.update(imports).set({ state: "done" }).where(isRunning);
			return false;
		}
		// Another process may have created some of them meanwhile.
		const rows = await waiting(tx, job, { limit: byLine.size, lines: [...byLine.keys()] });
		const taken = await targetsBySlug(tx, owner.id, rows);
		const targetOf = ({ content }: Row) => (content.slug === "" ? undefined : taken.get(content.slug.toLowerCase()));
		const open = rows.filter((row) => targetOf(row) === undefined);
		const links = open.flatMap(({ line }) => byLine.get(line) ?? []);
		const written = await write(links, planId);
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
