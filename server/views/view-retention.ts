import type pg from "pg";

const IP_DAYS = 90;
const USER_AGENT_MONTHS = 13;

/**
 * Forgets what tells of a person (P23): the truncated address and the visitor's number after 90 days, the user agent after 13 months.
 * The view itself stays counted.
 */
export async function forgetOldVisitors(pool: pg.Pool, now: Date): Promise<void> {
	const ipLimit = new Date(now);
	ipLimit.setUTCDate(ipLimit.getUTCDate() - IP_DAYS);
	const userAgentLimit = new Date(now);
	userAgentLimit.setUTCMonth(userAgentLimit.getUTCMonth() - USER_AGENT_MONTHS);
	for (const partition of await partitionsOf(pool)) {
		await pool.query(
			`UPDATE ${partition} SET ip = NULL, visitor = NULL
				WHERE timestamp < $1 AND (ip IS NOT NULL OR visitor IS NOT NULL)`,
			[ipLimit],
		);
		await pool.query(`UPDATE ${partition} SET user_agent = NULL WHERE timestamp < $1 AND user_agent IS NOT NULL`, [
			userAgentLimit,
		]);
	}
}

/** One at a time, so that no transaction is as large as the whole history. */
async function partitionsOf(pool: pg.Pool): Promise<string[]> {
	const { rows } = await pool.query<{ name: string }>(
		"SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'views'::regclass ORDER BY 1",
	);
	return rows.map(({ name }) => name);
}
