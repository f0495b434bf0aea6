import type pg from "pg";

const QUARTER_MONTHS = 13;
const VISITOR_DAYS = 2;

/** Forgets the quarters of an hour after 13 months, and who was seen on a day 48 hours after it began; counts stay for ever. */
export async function forgetFolds(pool: pg.Pool, now: Date): Promise<void> {
	const quarterLimit = new Date(now);
	quarterLimit.setUTCMonth(quarterLimit.getUTCMonth() - QUARTER_MONTHS);
	const visitorLimit = new Date(now.getTime() - VISITOR_DAYS * 24 * 3_600_000);
	for (const subject of ["link", "user"] as const) {
		await inSlices(
			pool,
			`UPDATE ${subject}_days SET quarters = NULL WHERE ctid = ANY(ARRAY(
				SELECT ctid FROM ${subject}_days WHERE day < $1 AND quarters IS NOT NULL LIMIT $2))`,
			quarterLimit,
		);
		await inSlices(
			pool,
			`DELETE FROM ${subject}_visitors WHERE ctid = ANY(ARRAY(
				SELECT ctid FROM ${subject}_visitors WHERE day <= $1 LIMIT $2))`,
			visitorLimit,
		);
	}
}

const ROWS_AT_ONCE = 5_000;

async function inSlices(pool: pg.Pool, statement: string, before: Date): Promise<void> {
	const values = [before.toISOString().slice(0, 10), ROWS_AT_ONCE];
	for (;;) {
		const { rowCount } = await pool.query(statement, values);
		if ((rowCount ?? 0) < ROWS_AT_ONCE) return;
	}
}
