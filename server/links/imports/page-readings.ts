import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import type { Import } from "#shared/links/imports/imports.table.ts";
import { IMPORT_LIMITS } from "#shared/links/imports/imports.ts";
import { claimRow, hasRowsToAsk, leaveRow, type PageRow, saveRow } from "./page-rows.ts";
import { createPageTurns } from "./page-turns.ts";
import { addressToAsk, IMAGE_LEFT_OUT, PAGE_UNREAD, type PageReader, readCard, withoutMore } from "./read-cards.ts";

export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

type Options = {
	db: Db;
	now: () => Date;
	log: Pick<Logger, "warn">;
	prefill: PageReader;
	/** Called for each completed row, and after an interrupted reading. */
	heard: (importId: string) => void;
	pause?: Pause;
};
type Job = Pick<Import, "id" | "userId">;

/** Pages read concurrently by all imports. Outbound has eight permits, which users' forms also need. */
const AT_ONCE = 3;
const MINUTE_MS = 60_000;
/** Per minute; an account with slower pages leaves one of these permits to others. */
const SLOW_MS = 10_000;
/** Longer than any page and image take, unless the process is killed. */
const CLAIM_MS = 2 * MINUTE_MS;
/** The most attempts per row, a minute apart, after its host limited us or its process died. */
const MOST_TRIES = 10;
/** Another process may release its row, or stop an import. */
const LOOK_MS = 15_000;

/** Fair by account (P233), and slower than outbound allows (P142), which leaves capacity to forms. */
export function createPageReadings({ db, now, log, prefill, heard, pause = quietDelay }: Options) {
	const clock = () => now().getTime();
	const people = createRateLimiter({ max: IMPORT_LIMITS.asksAMinute, perMs: MINUTE_MS, now: clock });
	const hosts = createRateLimiter({ max: IMPORT_LIMITS.asksAMinuteOfHost, perMs: MINUTE_MS, now: clock });
	const turns = createPageTurns({ permits: AT_ONCE, perMs: MINUTE_MS, slowMs: SLOW_MS, now: clock });
	const going = new Map<string, { stopping: AbortController; ended: Promise<void> }>();

	function follow(jobs: Job[]): void {
		for (const [id, { stopping }] of going) if (!jobs.some((job) => job.id === id)) stopping.abort();
		for (const job of jobs) {
			if (going.has(job.id)) continue;
			const stopping = new AbortController();
			going.set(job.id, { stopping, ended: follower(job, stopping.signal) });
		}
	}

	async function follower(job: Job, signal: AbortSignal): Promise<void> {
		try {
			await readOn(job, signal);
		} catch (error) {
			if (!signal.aborted)
				log.warn({ err: error }, "the pages of an import could not be read on; it will be tried again");
		}
		going.delete(job.id);
		// The import may have been restarted meanwhile.
		if (signal.aborted) heard(job.id);
	}

	async function readOn({ id, userId }: Job, signal: AbortSignal): Promise<void> {
		for (;;) {
			await pauseUntil(people.readyAt(userId), signal);
			const release = await turns.acquire(userId, signal);
			let row: PageRow | null;
			try {
				const until = new Date(clock() + CLAIM_MS);
				row = await claimRow(db, id, { now: now(), until, hostsAtRest: hosts.limited() });
				if (row) await ask(row, userId, signal);
			} finally {
				release();
			}
			signal.throwIfAborted();
			if (row) continue;
			if (!(await hasRowsToAsk(db, id))) return;
			await pauseUntil(Math.min(clock() + LOOK_MS, ...hosts.limited().map((key) => hosts.readyAt(key))), signal);
		}
	}

	async function ask(row: PageRow, userId: string, signal: AbortSignal): Promise<void> {
		const { host } = addressToAsk(row.content);
		try {
			if (row.tries > MOST_TRIES) return await end(row);
			people.record(userId);
			hosts.record(host);
			const card = await readCard(prefill, row, { userId, signal });
			await saveRow(db, row, card);
			if (card.content.lacks.length === 0) heard(row.importId);
		} catch (error) {
			if (signal.aborted) return leaveRow(db, row, { until: null, tries: row.tries - 1 });
			if (!(error instanceof AppError)) log.warn({ err: error }, "a page of an import could not be read");
			if (row.tries === MOST_TRIES) return end(row);
			const until = clock() + MINUTE_MS;
			hosts.pause(host, until);
			await leaveRow(db, row, { until: new Date(until), tries: row.tries });
		}
	}

	async function end(row: PageRow): Promise<void> {
		await saveRow(db, row, withoutMore(row, row.content.picture ? IMAGE_LEFT_OUT : PAGE_UNREAD));
		heard(row.importId);
	}

	async function pauseUntil(at: number, signal: AbortSignal): Promise<void> {
		const left = at - clock();
		if (left > 0) await pause(left, signal);
	}

	async function stop(): Promise<void> {
		const all = [...going.values()];
		for (const { stopping } of all) stopping.abort();
		await Promise.all(all.map(({ ended }) => ended));
	}

	return { follow, isGoing: (importId: string) => going.has(importId), stop };
}

const quietDelay: Pause = (milliseconds, signal) => delay(milliseconds, undefined, { signal, ref: false });
