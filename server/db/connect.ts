import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";

export type Db = NodePgDatabase;

type PoolOptions = { url: string; max?: number; log: Logger; statementTimeoutMs?: number };

/** How long a new connection may take; the time to wait for a free one is the pool's. */
const CONNECT_MS = 1_000;
/** How long a caller waits while every connection is in use: a burst queues instead of failing. */
const WAIT_MS = 5_000;

class QuickClient extends pg.Client {
	constructor(config?: string | pg.ClientConfig) {
		super({
			...(typeof config === "string" ? { connectionString: config } : config),
			connectionTimeoutMillis: CONNECT_MS,
		});
	}
}

/**
 * A pool of connections, each in UTC (the session store compares `timestamp` without zone) and with time limits,
 * so that a slow or absent database turns into a quick error.
 */
export function openPool({ url, max = 10, log, statementTimeoutMs = 5_000 }: PoolOptions): pg.Pool {
	const pool = new pg.Pool({
		connectionString: url,
		max,
		Client: QuickClient,
		connectionTimeoutMillis: WAIT_MS,
		statement_timeout: statementTimeoutMs,
		query_timeout: statementTimeoutMs + 1_000,
		idle_in_transaction_session_timeout: 10_000,
		options: "-c TimeZone=UTC",
		keepAlive: true,
	});
	// An idle connection that the server ends emits an error; without a listener it would stop the process.
	pool.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
	// The same for a connection in use, such as one within a transaction: its query fails as well, and says so.
	pool.on("connect", (client) => client.on("error", (error) => log.debug({ err: error }, "a connection in use broke")));
	return pool;
}

export function openDb(pool: pg.Pool): Db {
	return drizzle(pool, { casing: "snake_case" });
}
