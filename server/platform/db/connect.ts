import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Logger } from "pino";
import { DEADLINES, type Deadlines } from "#server/platform/config/deadlines.ts";
import type { AnsweringConfig } from "./probe.ts";
import { WatchedPool } from "./watched-pool.ts";

export type Db = NodePgDatabase;

type DatabaseDeadlines = Pick<Deadlines, Extract<keyof Deadlines, `database${string}` | `replica${string}`>>;

export type PoolOptions = {
	url: string;
	max?: number;
	log: Logger;
	deadlines?: DatabaseDeadlines;
	/** More settings for each connection, as PostgreSQL's command line takes them: `-c name=value`. */
	settings?: string;
};

/** The database stops a statement; where nothing comes from it at all, we give it up so much later. */
export const SILENCE_MS = 1_000;

class QuickClient extends pg.Client {
	constructor(config?: string | AnsweringConfig) {
		const asked = typeof config === "string" ? { connectionString: config } : { ...config };
		super({ ...asked, connectionTimeoutMillis: asked.connectMs ?? DEADLINES.databaseConnect });
	}
}

/**
 * A pool of connections, each in UTC (the session store compares `timestamp` without zone) and with time limits.
 * A slow or absent database turns into an error within about a second; a busy one makes its callers queue.
 */
export function openPool({ log, ...options }: PoolOptions): pg.Pool {
	const { databaseWait: connectMs } = options.deadlines ?? DEADLINES;
	// The pulse shows whether the database is away: where it isn't, a new connection may take as long as one that is free.
	return listenTo(new WatchedPool({ ...poolConfig(options), connectMs }, { log }), log);
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
