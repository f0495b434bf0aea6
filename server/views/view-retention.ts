import type pg from "pg";
import { firstViewId } from "./view-id.ts";

const IP_DAYS = 90;
const USER_AGENT_MONTHS = 13;
/** Rows that one statement looks at, so that each is far from its time limit. */
const ROWS_AT_ONCE = 10_000;

type Options = { rowsAtOnce?: number; stopping?: AbortSignal };

/**
 * Forgets what tells of a person (P23): the truncated address and the visitor's number after 90 days, the user agent after 13 months.
 * The view itself stays counted. Each partition is gone through in the order of ids, which is the order of time; what a
 * stop cuts short is begun anew the next time.
 */
export async function forgetOldVisitors(pool: pg.Pool, now: Date, options: Options = {}): Promise<void> {
	const { rowsAtOnce = ROWS_AT_ONCE, stopping } = options;
	const ipLimit = new Date(now);
	ipLimit.setUTCDate(ipLimit.getUTCDate() - IP_DAYS);
	const userAgentLimit = new Date(now);
	userAgentLimit.setUTCMonth(userAgentLimit.getUTCMonth() - USER_AGENT_MONTHS);
	const end = firstViewId(ipLimit.getTime());
	for (const partition of await partitionsOf(pool)) {
		let last: string | null = firstViewId(0);
		while (last !== null && !stopping?.aborted) {
			const { rows }: pg.QueryResult<{ id: string }> = await pool.query(
				`SELECT id FROM ${partition} WHERE id > $1 AND id < $2 ORDER BY id OFFSET $3 LIMIT 1`,
				[last, end, rowsAtOnce - 1],
			);
			const pageEnd: string | null = rows[0]?.id ?? null;
			await pool.query(
				`UPDATE ${partition} SET ip = NULL, visitor = NULL,
					user_agent = CASE WHEN timestamp >= $4 THEN user_agent END
				WHERE id > $1 AND id <= $2 AND timestamp < $3
					AND (ip IS NOT NULL OR visitor IS NOT NULL OR (timestamp < $4 AND user_agent IS NOT NULL))`,
				[last, pageEnd ?? end, ipLimit, userAgentLimit],
			);
			last = pageEnd;
		}
	}
}

/** One at a time, so that no transaction is as large as the whole history. */
async function partitionsOf(pool: pg.Pool): Promise<string[]> {
	const { rows } = await pool.query<{ name: string }>(
		"SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'views'::regclass ORDER BY 1",
	);
	return rows.map(({ name }) => name);
}
