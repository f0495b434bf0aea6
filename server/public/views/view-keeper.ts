import type pg from "pg";
import type { Logger } from "pino";
import type { Histogram } from "prom-client";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import { withTimeout } from "#server/platform/work/with-timeout.ts";
import type { CountedView } from "./counted-view.ts";
import { insertGoodViews } from "./insert-views.ts";
import { sendSegment } from "./send-segment.ts";
import { ageLimits, withoutExpired } from "./view-age.ts";
import type { ViewSpool } from "./view-spool.ts";

/** How long a stop waits for a replay, in milliseconds: work between requests has 1.25 s in all. */
const REPLAY_END_MS = 500;
const UNSAVED_BATCH = 1_000;
const SAY_EVERY_MS = 60_000;

export type ViewCounts = {
	recorded: number;
	committed: number;
	spooled: number;
	replayed: number;
	/** Lost, because disk and database failed. */
	dropped: number;
	refused: number;
	damaged: number;
};

export type ViewKeeper = {
	/** Resolves once the batch is committed, spooled, or known to be neither. Never rejects. */
	save(views: CountedView[]): Promise<void>;
	drop(count: number): void;
	/** Aborts the replay; the next start repeats it without counting twice. */
	endReplay(): void;
	/** Call after `endReplay` and the last batch. @returns how many views were lost */
	close(): Promise<number>;
	/** Views only in memory, and whether the database counts as down. */
	state(): { inMemory: number; isUnavailable: boolean };
};

type Options = {
	pool: pg.Pool;
	log: Logger;
	spool: ViewSpool;
	counts: ViewCounts;
	saves: Pick<Histogram, "observe">;
	slowMs: number;
	retryMs: number;
	now: () => Date;
	/** Most views in memory while the disk fails, too. */
	memoryMax: number;
	stored: (views: CountedView[]) => void;
};

/**
 * Stores batches in the database; if it is down or slow, in the spool; if that fails, in memory. Replays each view once
 * by its id.
 */
export function createViewKeeper(options: Options): ViewKeeper {
	const { pool, log, spool, counts, saves, slowMs, retryMs, now, memoryMax, stored } = options;
	const logLimiter = createRateLimiter({ max: 1, perMs: SAY_EVERY_MS });
	let unsaved: CountedView[] = [];
	let isUnavailable = false;
	let isClosed = false;
	let retryTimer: NodeJS.Timeout | undefined;
	let replaying: Promise<void> | null = null;

	async function save(views: CountedView[]): Promise<void> {
		const startedAt = performance.now();
		await keep(views);
		saves.observe((performance.now() - startedAt) / 1_000);
	}

	async function keep(views: CountedView[]): Promise<void> {
		if (!isUnavailable && (await commitInTime(views))) return;
		try {
			await spool.append(views);
			counts.spooled += views.length;
		} catch (error) {
			if (logLimiter.take("refused"))
				log.error({ alert: "view_spool", err: error }, "the view spool refuses batches; they wait in memory");
			keepInMemory(views);
		}
	}

	/** Whether the batch committed in time. A late commit is harmless: its replay counts nothing. */
	async function commitInTime(views: CountedView[]): Promise<boolean> {
		try {
			const isInTime = await withTimeout(
				slowMs,
				commit(views).then(() => true),
				() => false,
			);
			if (isInTime) counts.committed += views.length;
			else goAway("slow");
			return isInTime;
		} catch (error) {
			goAway(error);
			return false;
		}
	}

	async function commit(views: CountedView[]): Promise<void> {
		const refused = await insertGoodViews(pool, views);
		stored(views);
		counts.refused += refused.length;
		for (const { id, linkId } of refused) log.error({ viewId: id, linkId }, "the database refused a view");
	}

	async function replayed(views: CountedView[]): Promise<void> {
		const limits = ageLimits(now());
		await commit(views.map((view) => withoutExpired(view, limits)));
		counts.replayed += views.length;
	}

	function goAway(reason: unknown): void {
		if (!isUnavailable) log.warn({ err: reason }, "the database does not take views; they go to the spool");
		isUnavailable = true;
		scheduleReplay(retryMs);
	}

	function scheduleReplay(afterMs: number): void {
		if (isClosed || retryTimer !== undefined || replaying !== null) return;
		retryTimer = setTimeout(() => {
			retryTimer = undefined;
			replaying = replay()
				.then(
					() => isUnavailable || unsaved.length > 0,
					(error: unknown) => {
						if (logLimiter.take("away")) log.warn({ err: error }, "the database is still away");
						// Otherwise the rest would wait for the next outage or start.
						return true;
					},
				)
				.then((isToBeContinued) => {
					replaying = null;
					if (isToBeContinued) scheduleReplay(retryMs);
				});
		}, afterMs);
	}

	/** Replays waiting views. A slow first reply is good enough for them, but not for visitors. */
	async function replay(): Promise<void> {
		const startedAt = performance.now();
		if (unsaved.length > 0) {
			const views = unsaved.slice(0, UNSAVED_BATCH);
			await commit(views);
			unsaved = unsaved.slice(views.length);
		} else await pool.query("SELECT 1");
		isUnavailable = performance.now() - startedAt > slowMs;
		for (const segment of await spool.seal()) {
			const isSent = await sendSegment({ spool, segment, commit: replayed, isStopped: () => isClosed, counts, log });
			if (isSent) await spool.remove(segment);
		}
	}

	function keepInMemory(views: CountedView[]): void {
		const room = Math.max(0, memoryMax - unsaved.length);
		unsaved.push(...views.slice(0, room));
		drop(views.length - room);
		scheduleReplay(retryMs);
	}

	async function leaveBehind(): Promise<number> {
		const views = unsaved;
		unsaved = [];
		if (views.length === 0) return 0;
		try {
			await spool.append(views);
			counts.spooled += views.length;
			return 0;
		} catch {
			logLimiter.reset("dropped");
			drop(views.length);
			return views.length;
		}
	}

	function drop(count: number): void {
		if (count <= 0) return;
		counts.dropped += count;
		if (logLimiter.take("dropped"))
			log.error(
				{ alert: "views_dropped", dropped: counts.dropped },
				"views are being dropped: no database, no disk, no memory left",
			);
	}

	// A dead process may have left views behind.
	scheduleReplay(0);

	return {
		save,
		state: () => ({ inMemory: unsaved.length, isUnavailable }),
		drop,
		endReplay() {
			isClosed = true;
			clearTimeout(retryTimer);
		},
		async close() {
			if (replaying) await withTimeout(REPLAY_END_MS, replaying, () => undefined);
			const lost = await leaveBehind();
			await spool.close();
			return lost;
		},
	};
}
