import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { openConnections } from "./open-connections.ts";
import { isUnreachable } from "./unreachable.ts";
import { WatchedPool } from "./watched-pool.ts";

/** As many as one page's calls use at once. */
const CONNECTIONS = 3;
const TRY_AGAIN_MS = 250;

/** Opens the first requests' connections (P517). Returns early when `stopping` is aborted. @throws permanent errors */
export async function readyPools(pools: pg.Pool[], stopping?: AbortSignal): Promise<void> {
	await Promise.all(pools.map((pool) => ready(pool, stopping)));
}

async function ready(pool: pg.Pool, stopping: AbortSignal | undefined): Promise<void> {
	while (!stopping?.aborted) {
		try {
			await (pool instanceof WatchedPool ? pool.open(CONNECTIONS) : openConnections(pool, CONNECTIONS));
			return;
		} catch (error) {
			if (!isUnreachable(error)) throw error;
			await delay(TRY_AGAIN_MS, undefined, { ...(stopping && { signal: stopping }) }).catch(() => {});
		}
	}
}
