import type pg from "pg";
import { Gauge } from "prom-client";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { WatchedPool } from "./watched-pool.ts";

type Pools = Record<string, pg.Pool>;

/** Metrics of pools. @param others optional pools, whose failures don't mean that the database is down */
export function poolMetrics(pools: Pools, others: Pools | null = null): PartRegistry {
	const metrics = new PartRegistry("pools");
	const registers = [metrics];
	function gauge(name: string, help: string, read: (pool: pg.Pool) => number): void {
		new Gauge({
			...{ name, help, registers },
			labelNames: ["pool"],
			collect() {
				for (const [name, pool] of Object.entries({ ...pools, ...others })) this.set({ pool: name }, read(pool));
			},
		});
	}
	gauge("visualink_db_pool_connections_max", "Connections that a pool may have", ({ options }) => options.max);
	gauge("visualink_db_pool_connections", "Connections that are open", ({ totalCount }) => totalCount);
	gauge(
		"visualink_db_pool_connections_busy",
		"Connections in use",
		({ totalCount, idleCount }) => totalCount - idleCount,
	);
	gauge("visualink_db_pool_waiting", "Callers that wait for a connection", ({ waitingCount }) => waitingCount);
	new Gauge({
		name: "visualink_db_up",
		help: "Whether the database answered when it was last felt",
		registers,
		collect() {
			this.set(Number(!Object.values(pools).some((pool) => pool instanceof WatchedPool && pool.isUnavailable)));
		},
	});
	return metrics;
}
