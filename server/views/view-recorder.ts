import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import type { CountedView } from "./counted-view.ts";
import { insertGoodViews } from "./insert-views.ts";
import { createViewSpool } from "./view-spool.ts";

/** A batch that has not committed by then goes to the spool, so that nobody waits longer. */
const SLOW_MS = 250;
/** How often the database is tried again while views wait in the spool. */
const RETRY_MS = 250;
const BATCH_MAX = 1_000;
/** How long stopping waits for a replay under way, in milliseconds. */
const REPLAY_END_MS = 1_000;
const REPLAY_BATCH = 5_000;
/** Batches under way at once: while one waits for its commit, the next is made ready. */
const BATCHES_AT_ONCE = 2;
/** Fewer views than this wait until no batch is under way: a small one costs the database nearly as much. */
const BATCH_WORTH_STARTING = 32;
/** Views held in memory at most; beyond it they are dropped, counted and logged. */
const MEMORY_MAX = 100_000;
const SAY_EVERY_MS = 60_000;

export type ViewRecorder = {
	/** Resolves once the view is committed with its link's counter, or safe in the spool. Never rejects. */
	record(view: CountedView): Promise<void>;
	/** Resolves once everything recorded so far is committed or in the spool. */
	flush(): Promise<void>;
	/**
	 * Flushes and stops. Views still in the spool are replayed at the next start.
	 * @returns how many views were lost by it: they waited in memory, and the disk did not take them
	 */
	close(): Promise<number>;
	metrics: ViewMetrics;
};

/** Counts of views since the start. */
export type ViewMetrics = {
	recorded: number;
	committed: number;
	spooled: number;
	replayed: number;
	/** Lost, with the disk full and the database away. */
	dropped: number;
	/** Refused by the database for their data. */
	refused: number;
	/** Records of the spool whose checksum was wrong. */
	damaged: number;
};

type RecorderDeps = { pool: pg.Pool; log: Logger; spoolDir: string; slowMs?: number; retryMs?: number };

/**
 * Records views in batches: one transaction holds what arrived while the last one was under way. When the database is
 * away or slow, the batch goes to an append-only spool and is replayed later, each event once by its id.
 */
export function createViewRecorder(deps: RecorderDeps): ViewRecorder {
	const { pool, log, spoolDir, slowMs = SLOW_MS, retryMs = RETRY_MS } = deps;
	const spool = createViewSpool({ dir: spoolDir });
	const metrics: ViewMetrics = {
		recorded: 0,
		committed: 0,
		spooled: 0,
		replayed: 0,
		dropped: 0,
		refused: 0,
		damaged: 0,
	};
	let queue: CountedView[] = [];
	let settlers: (() => void)[] = [];
	/** Views that neither the database nor the disk would take. */
	let unsaved: CountedView[] = [];
	let underWay = 0;
	let isScheduled = false;
	let isAway = false;
	let isClosed = false;
	const saidAt = new Map<string, number>();
	let retryTimer: NodeJS.Timeout | undefined;
	let replaying: Promise<void> | null = null;
	const idle = new Set<() => void>();

	function schedule(): void {
		if (isScheduled || !mayStart()) return;
		isScheduled = true;
		// After the sockets have been read: what arrived together travels together.
		setImmediate(() => {
			isScheduled = false;
			while (mayStart()) startBatch();
		});
	}

	function mayStart(): boolean {
		if (underWay === 0) return queue.length > 0;
		return underWay < BATCHES_AT_ONCE && queue.length >= BATCH_WORTH_STARTING;
	}

	function startBatch(): void {
		const views = queue.slice(0, BATCH_MAX);
		const settle = settlers.slice(0, BATCH_MAX);
		queue = queue.slice(BATCH_MAX);
		settlers = settlers.slice(BATCH_MAX);
		underWay += 1;
		void save(views).finally(() => {
			for (const done of settle) done();
			underWay -= 1;
			schedule();
			if (underWay === 0 && queue.length === 0) {
				for (const done of idle) done();
				idle.clear();
			}
		});
	}

	async function save(views: CountedView[]): Promise<void> {
		if (!isAway && (await commitInTime(views))) return;
		try {
			await spool.append(views);
			metrics.spooled += views.length;
		} catch (error) {
			if (isTimeToSay("refused"))
				log.error({ alert: "view_spool", err: error }, "the view spool refuses batches; they wait in memory");
			keepInMemory(views);
		}
	}

	/** Whether the batch is known to be committed. A late one may commit as well: its replay then counts nothing. */
	async function commitInTime(views: CountedView[]): Promise<boolean> {
		let timer: NodeJS.Timeout | undefined;
		const slow = new Promise<false>((resolve) => {
			timer = setTimeout(() => resolve(false), slowMs);
		});
		const committed = commit(views).then(() => true as const);
		try {
			const inTime = await Promise.race([committed, slow]);
			if (inTime) metrics.committed += views.length;
			else goAway("slow");
			return inTime;
		} catch (error) {
			goAway(error);
			return false;
		} finally {
			clearTimeout(timer);
			committed.catch(() => undefined);
		}
	}

	async function commit(views: CountedView[]): Promise<void> {
		const refused = await insertGoodViews(pool, views);
		metrics.refused += refused.length;
		for (const { id, linkId } of refused) log.error({ viewId: id, linkId }, "the database refused a view");
	}

	function goAway(reason: unknown): void {
		if (!isAway) log.warn({ err: reason }, "the database does not take views; they go to the spool");
		isAway = true;
		scheduleReplay(retryMs);
	}

	function scheduleReplay(afterMs: number): void {
		if (isClosed || retryTimer !== undefined || replaying !== null) return;
		retryTimer = setTimeout(() => {
			retryTimer = undefined;
			replaying = replay()
				.then(
					() => isAway || unsaved.length > 0,
					(error: unknown) => {
						if (isTimeToSay("away")) log.warn({ err: error }, "the database is still away");
						// Else what is left would wait for the next outage, or the next start.
						return true;
					},
				)
				.then((isToBeContinued) => {
					replaying = null;
					if (isToBeContinued) scheduleReplay(retryMs);
				});
		}, afterMs);
	}

	/**
	 * Sends what waits in memory and in the spool. The first answer shows whether the database is back: a slow one is
	 * good enough for what waits already, and not for visitors.
	 */
	async function replay(): Promise<void> {
		const startedAt = performance.now();
		if (unsaved.length > 0) {
			const views = unsaved.slice(0, BATCH_MAX);
			await commit(views);
			unsaved = unsaved.slice(views.length);
		} else await pool.query("SELECT 1");
		isAway = performance.now() - startedAt > slowMs;
		for (const segment of await spool.seal()) {
			const content = await spool.read(segment).catch((error: unknown) => {
				// Another process has sent it meanwhile, or somebody must mend it: the others need not wait.
				log.warn({ err: error, segment }, "a segment of the view spool can't be read");
			});
			if (!content) continue;
			const { views, damaged } = content;
			if (damaged > 0) log.error({ segment, damaged }, "records of the view spool are damaged");
			metrics.damaged += damaged;
			for (let start = 0; start < views.length; start += REPLAY_BATCH) {
				if (isClosed) return;
				const batch = views.slice(start, start + REPLAY_BATCH);
				await commit(batch);
				metrics.replayed += batch.length;
			}
			await spool.remove(segment);
		}
	}

	function keepInMemory(views: CountedView[]): void {
		const room = Math.max(0, MEMORY_MAX - unsaved.length);
		unsaved.push(...views.slice(0, room));
		drop(views.length - room);
		scheduleReplay(retryMs);
	}

	/** What waits in memory when the process ends: the disk may take it by now. */
	async function leaveBehind(): Promise<number> {
		const views = unsaved;
		unsaved = [];
		if (views.length === 0) return 0;
		try {
			await spool.append(views);
			metrics.spooled += views.length;
			return 0;
		} catch {
			saidAt.delete("dropped");
			drop(views.length);
			return views.length;
		}
	}

	function drop(count: number): void {
		if (count <= 0) return;
		metrics.dropped += count;
		if (isTimeToSay("dropped"))
			log.error(
				{ alert: "views_dropped", dropped: metrics.dropped },
				"views are being dropped: no database, no disk, no memory left",
			);
	}

	/** Once a minute for each kind of news: it may be true of thousands of views a second. */
	function isTimeToSay(news: string): boolean {
		const isDue = Date.now() - (saidAt.get(news) ?? 0) >= SAY_EVERY_MS;
		if (isDue) saidAt.set(news, Date.now());
		return isDue;
	}

	async function flush(): Promise<void> {
		if (underWay === 0 && queue.length === 0) return;
		await new Promise<void>((resolve) => idle.add(resolve));
	}

	// A process that died may have left views behind.
	scheduleReplay(0);

	return {
		metrics,
		record(view) {
			metrics.recorded += 1;
			if (queue.length >= MEMORY_MAX) {
				drop(1);
				return Promise.resolve();
			}
			return new Promise((resolve) => {
				queue.push(view);
				settlers.push(resolve);
				schedule();
			});
		},
		flush,
		async close() {
			isClosed = true;
			clearTimeout(retryTimer);
			await flush();
			// A replay that is cut short is begun anew at the next start, and counts nothing twice.
			await Promise.race([replaying, delay(REPLAY_END_MS, undefined, { ref: false })]);
			const lost = await leaveBehind();
			await spool.close();
			return lost;
		},
	};
}
