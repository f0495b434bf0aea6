import type pg from "pg";
import type { Logger } from "pino";
import { Counter } from "prom-client";
import { codeOf } from "#server/platform/work/error-code.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";

/** Pause after a replica's failure: a chart makes many queries, and none should wait for it. */
const REST_MS = 5_000;

/** Errors of a healthy database for one query: timeout, or a conflict with the primary's changes. */
const ONE_QUESTION = new Set(["57014", "40001"]);
/** pg-pool's message when all connections are in use. */
const POOL_IS_BUSY = "timeout exceeded when trying to connect";

export type ChartReads = {
	query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<{ rows: Row[] }>;
};

type Options = {
	pool: ChartReads;
	replica: ChartReads | null;
	log: Pick<Logger, "warn" | "info">;
	clock?: () => number;
};

/**
 * Reads charts from the replica if there is one (P227), else, and after any failure, from the primary. Slow queries and
 * busy pools aren't failures.
 */
export function createChartReads(options: Options): ChartReads & { metrics: PartRegistry } {
	const { pool, replica, log, clock = () => performance.now() } = options;
	const metrics = new PartRegistry("charts");
	const reads = new Counter({
		name: "visualink_chart_reads_total",
		help: "Reads of folded days, by the database that answered",
		labelNames: ["from"],
		registers: [metrics],
	});
	for (const from of ["main", "replica", "fallback"]) reads.inc({ from }, 0);
	let isUnavailable = false;
	let isProbing = false;
	let restsUntil = Number.NEGATIVE_INFINITY;

	async function query<Row extends pg.QueryResultRow>(asked: pg.QueryConfig): Promise<{ rows: Row[] }> {
		if (replica === null) {
			reads.inc({ from: "main" });
			return pool.query<Row>(asked);
		}
		return (await fromReplica<Row>(replica, asked)) ?? fallBack<Row>(asked);
	}

	async function fromReplica<Row extends pg.QueryResultRow>(from: ChartReads, asked: pg.QueryConfig) {
		if (isUnavailable && (isProbing || clock() < restsUntil)) return null;
		// One query checks whether the replica is back: it may hang, so the others don't wait for it.
		const isProbe = isUnavailable;
		if (isProbe) isProbing = true;
		try {
			const found = await from.query<Row>(asked);
			reads.inc({ from: "replica" });
			cameBack();
			return found;
		} catch (error) {
			if (ONE_QUESTION.has(codeOf(error))) {
				cameBack();
				return null;
			}
			if (!isUnavailable && error instanceof Error && error.message === POOL_IS_BUSY) return null;
			if (!isUnavailable)
				log.warn({ err: error }, "DATABASE_REPLICA_URL gives no answer: charts are read from DATABASE_URL");
			isUnavailable = true;
			restsUntil = clock() + REST_MS;
			return null;
		} finally {
			if (isProbe) isProbing = false;
		}
	}

	function cameBack(): void {
		if (isUnavailable) log.info("charts are read from DATABASE_REPLICA_URL again");
		isUnavailable = false;
	}

	function fallBack<Row extends pg.QueryResultRow>(asked: pg.QueryConfig): Promise<{ rows: Row[] }> {
		reads.inc({ from: "fallback" });
		return pool.query<Row>(asked);
	}

	return { query, metrics };
}
