import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import { inTransaction } from "#server/platform/db/transaction.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { agentReader } from "./agents.ts";
import { indexPartitions, isIndexed, NEXT, summarize } from "./aggregate-mark.ts";
import { restAfter } from "./aggregate-pace.ts";
import { aggregateRows, type Readers } from "./aggregate-slice.ts";
import { createScannerBursts } from "./scanner-bursts.ts";
import { AGGREGATED_COLUMNS, type AggregatedRow } from "./view-facts.ts";

const EVERY_MS = 5_000;
const ROWS_AT_ONCE = 1_000;
/** While visitors exceed this rate per second, aggregation waits, at most `WAIT_MS`. */
const BUSY_RATE = 1_500;
const WAIT_MS = 5 * 60_000;
const FIRST_SPAN = 500;
const LARGEST_SPAN = 1_000_000;
const SUMMARIZE_EVERY_MS = 60_000;

type Options = {
	pool: pg.Pool;
	countryOf: (address: string) => string | null;
	recorded: () => number;
	now: () => Date;
	log: Logger;
};

export type Aggregator = Repeated & {
	/** Aggregates one slice. @returns how many rows, whether more wait, and whether new ones do */
	aggregateSlice(): Promise<Slice>;
	metrics: PartRegistry;
};

/**
 * Aggregates views into the chart tables, each once, in any order of commits (docs/decisions/0019). One process at a
 * time does it; another can continue.
 */
export function createAggregator({ pool, countryOf, recorded, now, log }: Options): Aggregator {
	const bursts = createScannerBursts();
	const readers: Readers = { agentOf: agentReader(), countryOf, bursts };
	let span = FIRST_SPAN;
	let isReady = false;
	let summarizedAt = Number.NEGATIVE_INFINITY;
	let busySince: number | null = null;
	let behindSince: number | null = null;
	let currentAt = now().getTime();
	let seen = { recorded: 0, at: now().getTime() };

	async function work(stopping: AbortSignal): Promise<undefined> {
		if (isBusy()) {
			behindSince ??= now().getTime();
			return;
		}
		if (!isReady) {
			await indexPartitions(pool);
			isReady = await isIndexed(pool);
			if (!isReady) return;
		}
		for (let isMore = true; isMore && !stopping.aborted; ) {
			const begun = performance.now();
			const slice = await aggregateSlice();
			isMore = slice.isMore;
			behindSince = slice.isBehind ? (behindSince ?? now().getTime()) : null;
			if (!slice.isBehind) currentAt = now().getTime();
			if (slice.rows > 0 && begun - summarizedAt > SUMMARIZE_EVERY_MS) {
				summarizedAt = begun;
				await summarize(pool);
			}
			const behindMs = behindSince === null ? 0 : now().getTime() - behindSince;
			const times = restAfter({ behindMs, isFast: busySince !== null });
			const restMs = (performance.now() - begun) * times;
			if (isMore) await delay(restMs, undefined, { signal: stopping }).catch(() => {});
			if (isMore && isBusy()) return;
		}
	}

	/** Whether visitors are so many that aggregation should wait. */
	function isBusy(): boolean {
		const at = now().getTime();
		const seconds = (at - seen.at) / 1_000;
		if (seconds < 1) return busySince !== null;
		const rate = (recorded() - seen.recorded) / seconds;
		seen = { recorded: recorded(), at };
		if (rate < BUSY_RATE) busySince = null;
		else busySince ??= at;
		return busySince !== null && at - busySince < WAIT_MS;
	}

	async function aggregateSlice(): Promise<Slice> {
		try {
			return await inTransaction(pool, aggregateNext);
		} catch (error) {
			span = Math.max(1, Math.floor(span / 2));
			bursts.forget();
			throw error;
		}
	}

	async function aggregateNext(client: pg.ClientBase): Promise<Slice> {
		// Keys are looked up singly: the planner may lack statistics for these tables.
		await client.query(
			"SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off; SET LOCAL jit = off",
		);
		const { rows: marks } = await client.query<Mark>(READ_MARK);
		const [mark] = marks;
		if (!mark) return { rows: 0, isMore: false, isBehind: false };
		const slice = await aggregateNew(client, mark);
		if (slice.isMore || mark.isBackfilled) return { ...slice, isBehind: slice.isMore };
		const old = await aggregateOld(client, mark);
		return { rows: slice.rows + old.rows, isMore: old.isMore, isBehind: false };
	}

	async function aggregateNew(client: pg.ClientBase, mark: Mark): Promise<Part> {
		const from = Number(mark.nextTx);
		const end = Number(mark.endTx);
		for (;;) {
			const to = Math.min(from + span, end);
			if (to <= from) return { rows: 0, isMore: false };
			// A single transaction is aggregated whole: no writer's exceeds a slice.
			const limit = to - from === 1 ? null : ROWS_AT_ONCE + 1;
			const { rows } = await client.query<AggregatedRow>({ ...NEW_ROWS, values: [from, to, limit] });
			if (limit !== null && rows.length > ROWS_AT_ONCE) {
				span = Math.max(1, Math.floor((to - from) / 2));
				continue;
			}
			if (rows.length < ROWS_AT_ONCE / 3) span = Math.min(LARGEST_SPAN, span * 2);
			await aggregateRows(client, rows, readers, now());
			await client.query("UPDATE fold_state SET next_tx = $1", [to]);
			return { rows: rows.length, isMore: to < end };
		}
	}

	/** Rows without a `tx`, from before an upgrade: their ids are older than any later one. */
	async function aggregateOld(client: pg.ClientBase, mark: Mark): Promise<Part> {
		const values = [mark.backfilled, mark.backfillUntil, ROWS_AT_ONCE];
		const { rows } = await client.query<AggregatedRow & { isOld: boolean }>({ ...OLD_ROWS, values });
		const last = rows.at(-1);
		if (!last) {
			await client.query("UPDATE fold_state SET is_backfilled = true");
			return { rows: 0, isMore: false };
		}
		const old = rows.filter(({ isOld }) => isOld);
		await aggregateRows(client, old, readers, now());
		await client.query("UPDATE fold_state SET backfilled = $1", [last.id]);
		return { rows: old.length, isMore: true };
	}

	const metrics = new PartRegistry("folding");
	new Gauge({
		name: "visualink_fold_lag_seconds",
		help: "Time since this process last saw every view folded, by itself or by another process",
		registers: [metrics],
		collect() {
			this.set(Math.max(0, now().getTime() - currentAt) / 1_000);
		},
	});

	return {
		...repeat({
			work,
			everyMs: EVERY_MS,
			failed: (error) => log.warn({ err: error }, "views could not be folded for charts; it will be tried again"),
		}),
		aggregateSlice,
		metrics,
	};
}

type Part = { rows: number; isMore: boolean };
/** `isBehind`: new rows wait, not only those of before an upgrade. */
type Slice = Part & { isBehind: boolean };
type Mark = {
	nextTx: string;
	endTx: string;
	backfilled: string;
	backfillUntil: string;
	isBackfilled: boolean;
};

/** Only the process that locks the row aggregates. */
const READ_MARK = `SELECT next_tx AS "nextTx", ${NEXT} AS "endTx", backfilled, backfill_until AS "backfillUntil",
	is_backfilled AS "isBackfilled" FROM fold_state FOR UPDATE SKIP LOCKED`;

const NEW_ROWS = {
	name: "fold-new-rows",
	text: `SELECT ${AGGREGATED_COLUMNS} FROM views WHERE tx >= $1 AND tx < $2 LIMIT $3`,
};

const OLD_ROWS = {
	name: "fold-old-rows",
	text: `SELECT ${AGGREGATED_COLUMNS}, tx IS NULL AS "isOld" FROM views WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3`,
};
