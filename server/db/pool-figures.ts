import type pg from "pg";
import { type Figures, gauge } from "#server/work/figures.ts";
import { WatchedPool } from "./watched-pool.ts";

type Pools = Record<string, pg.Pool>;

/**
 * Metrics of connection pools, by name.
 * @param others optional pools: whether they respond says nothing about the database
 */
export function poolFigures(pools: Pools, others: Pools | null = null): Figures {
	const each = (read: (pool: pg.Pool) => number) => ({
		label: "pool",
		values: Object.fromEntries(Object.entries({ ...pools, ...others }).map(([name, pool]) => [name, read(pool)])),
	});
	return {
		part: "pools",
		read: () => [
			gauge(
				"visualink_db_pool_connections_max",
				"Connections that a pool may have",
				each(({ options }) => options.max),
			),
			gauge(
				"visualink_db_pool_connections",
				"Connections that are open",
				each(({ totalCount }) => totalCount),
			),
			gauge(
				"visualink_db_pool_connections_busy",
				"Connections in use",
				each(({ totalCount, idleCount }) => totalCount - idleCount),
			),
			gauge(
				"visualink_db_pool_waiting",
				"Callers that wait for a connection",
				each(({ waitingCount }) => waitingCount),
			),
			gauge(
				"visualink_db_up",
				"Whether the database answered when it was last felt",
				Number(!Object.values(pools).some((pool) => pool instanceof WatchedPool && pool.isAway)),
			),
		],
	};
}
