import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import type { AnsweringConfig } from "./pulse.ts";
import { WatchedPool } from "./watched-pool.ts";

export type Db = NodePgDatabase;

export type PoolOptions = {
	url: string;
	max?: number;
	log: Logger;
	/** How long a caller waits for a free connection, and how long a statement may take. */
	waitMs?: number;
	statementMs?: number;
	/** How long a new connection may take, and a question that shows whether the database answers at all. */
	answerMs?: number;
	/** More settings for each connection, as PostgreSQL's command line takes them: `-c name=value`. */
	settings?: string;
};

/** How long a new connection may take; the time to wait for a free one is the pool's. */
const CONNECT_MS = 1_000;
/** How long a caller waits while every connection is in use: a burst queues instead of failing. */
const WAIT_MS = 5_000;
const STATEMENT_MS = 5_000;
/** The database stops a statement; where nothing comes from it at all, we give it up so much later. */
const SILENCE_MS = 1_000;

class QuickClient extends pg.Client {
	constructor(config?: string | AnsweringConfig) {
		const asked = typeof config === "string" ? { connectionString: config } : { ...config };
		super({ ...asked, connectionTimeoutMillis: asked.answerMs ?? CONNECT_MS });
	}
}

/**
 * A pool of connections, each in UTC (the session store compares `timestamp` without zone) and with time limits.
 * A slow or absent database turns into an error within about a second; a busy one makes its callers queue.
 */
export function openPool({ log, ...options }: PoolOptions): pg.Pool {
	return listenTo(new WatchedPool(poolConfig(options), { log }), log);
}

/**
 * The same for the public link, which brings its own, shorter patience: an answer that lies ready and a spool for
 * views are better than an error.
 */
export function openPublicPool({ log, ...options }: PoolOptions): pg.Pool {
	return listenTo(new pg.Pool(poolConfig(options)), log);
}

/**
 * A few connections to a replica, for reads that may as well be asked of the database itself: it is soon given up. They
 * can't write, also where the address is that of a database which could be written.
 */
export function openReplicaPool({ url, log }: Pick<PoolOptions, "url" | "log">): pg.Pool {
	const settings = "-c default_transaction_read_only=on";
	return listenTo(new pg.Pool(poolConfig({ url, max: 4, waitMs: 2_000, statementMs: 1_000, settings })), log);
}

export function openDb(pool: pg.Pool): Db {
	return drizzle(pool, { casing: "snake_case" });
}

function poolConfig(options: Omit<PoolOptions, "log">): pg.PoolConfig & AnsweringConfig {
	const { url, max = 10, waitMs = WAIT_MS, statementMs = STATEMENT_MS, answerMs, settings = "" } = options;
	return {
		connectionString: url,
		max,
		Client: QuickClient,
		answerMs,
		connectionTimeoutMillis: waitMs,
		statement_timeout: statementMs,
		query_timeout: statementMs + SILENCE_MS,
		idle_in_transaction_session_timeout: 10_000,
		options: `-c TimeZone=UTC ${settings}`,
		// Seen in pg_stat_activity; one in the database's address wins.
		application_name: "visualink",
		// One that was made is kept: to make ten for a burst costs both sides more than what the burst asks. Routers between
		// forget what is silent for some minutes.
		idleTimeoutMillis: 0,
		keepAlive: true,
		keepAliveInitialDelayMillis: 60_000,
	};
}

function listenTo(pool: pg.Pool, log: Logger): pg.Pool {
	// An idle connection that the server ends emits an error; without a listener it would stop the process.
	pool.on("error", (error) => {
		// One that was given up may be ended by the other side first.
		if (!pool.ending) log.warn({ err: error }, "a database connection was lost");
	});
	// The same for a connection in use, such as one within a transaction: its query fails as well, and says so.
	pool.on("connect", (client) => client.on("error", (error) => log.debug({ err: error }, "a connection in use broke")));
	return pool;
}
