import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import { DEADLINES, type Deadlines } from "#server/platform/config/deadlines.ts";
import { DatabaseClient } from "./database-client.ts";
import type { AnsweringConfig } from "./probe.ts";
import { WatchedPool } from "./watched-pool.ts";

export type Db = NodePgDatabase;

type DatabaseDeadlines = Pick<Deadlines, Extract<keyof Deadlines, `database${string}` | `replica${string}`>>;

export type PoolOptions = {
	url: string;
	max?: number;
	log: Logger;
	deadlines?: DatabaseDeadlines;
	settings?: string;
};

/** Added to the database's own statement timeout, for a database that sends nothing at all. */
export const SILENCE_MS = 1_000;

class QuickClient extends DatabaseClient {
	constructor(config?: string | AnsweringConfig) {
		const asked = typeof config === "string" ? { connectionString: config } : { ...config };
		super({ ...asked, connectionTimeoutMillis: asked.connectMs ?? DEADLINES.databaseConnect });
	}
}

/** A pool in UTC, because the session store needs it. An absent database fails within a second; a busy one queues. */
export function openPool({ log, ...options }: PoolOptions): pg.Pool {
	const { databaseWait: connectMs } = options.deadlines ?? DEADLINES;
	// The probe detects an absent database; otherwise a new connection may take as long as waiting for a free one.
	return logFailovers(listenTo(new WatchedPool({ ...poolConfig(options), connectMs }, { log }), log), log);
}

/** The pool of the public link, with shorter timeouts: a cached answer or a spooled view is better than an error. */
export function openPublicPool({ log, ...options }: PoolOptions): pg.Pool {
	return listenTo(new pg.Pool(poolConfig(options)), log);
}

/** A small, read-only pool for a replica, with short timeouts: reads fall back to the primary. */
export function openReplicaPool({ url, deadlines = DEADLINES, log }: Pick<PoolOptions, "url" | "deadlines" | "log">) {
	const settings = "-c default_transaction_read_only=on";
	const { replicaWait: databaseWait, replicaStatement: databaseStatement } = deadlines;
	const soon = { ...deadlines, databaseWait, databaseStatement };
	return listenTo(new pg.Pool(poolConfig({ url, max: 4, deadlines: soon, settings })), log);
}

export function openDb(pool: pg.Pool): Db {
	return drizzle(pool, { casing: "snake_case" });
}

function poolConfig(options: Omit<PoolOptions, "log">): pg.PoolConfig & AnsweringConfig {
	const { url, max = 10, deadlines = DEADLINES, settings = "" } = options;
	const { databaseWait, databaseStatement, databasePause, databaseConnect, databaseAnswer } = deadlines;
	return {
		connectionString: url,
		max,
		Client: QuickClient,
		connectMs: databaseConnect,
		answerMs: databaseAnswer,
		connectionTimeoutMillis: databaseWait,
		statement_timeout: databaseStatement,
		query_timeout: databaseStatement + SILENCE_MS,
		idle_in_transaction_session_timeout: databasePause,
		options: `-c TimeZone=UTC ${settings}`,
		// Shown in pg_stat_activity; one in the database's address takes precedence.
		application_name: "visualink",
		// Opening ten for a burst costs more than the burst. Routers drop silent ones after minutes.
		idleTimeoutMillis: 0,
		keepAlive: true,
		keepAliveInitialDelayMillis: 60_000,
	};
}

/** Of several hosts (P690). */
function logFailovers(pool: pg.Pool, log: Logger): pg.Pool {
	let known: string | undefined;
	pool.on("connect", ({ host, port }) => {
		const now = `${host}:${port}`;
		if (known !== undefined && known !== now)
			log.warn({ database: now }, "another host of the database is the primary");
		known = now;
	});
	return pool;
}

function listenTo(pool: pg.Pool, log: Logger): pg.Pool {
	pool.on("error", (error) => {
		// While the pool closes, the server may end a connection first.
		if (!pool.ending) log.warn({ err: error }, "a database connection was lost");
	});
	// A connection in use also emits an error; its query fails and reports it.
	pool.on("connect", (client) => client.on("error", (error) => log.debug({ err: error }, "a connection in use broke")));
	return pool;
}
