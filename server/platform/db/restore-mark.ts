import type pg from "pg";
import { ConfigError } from "#server/platform/config/config.ts";

/** Its own schema, so that a database with nothing else counts as empty; not in backups. */
export const RESTORE_SCHEMA = "visualink_restore";
const STATE = `${RESTORE_SCHEMA}.state`;

type Queryable = Pick<pg.Client, "query">;

/** The record of a restore. `finishedAt` null: interrupted, or still running. */
export type RestoreMark = { madeAt: Date; finishedAt: Date | null };

/** null: nothing was restored, or the service has since caught up with Stripe. */
export async function readRestoreMark(database: Queryable): Promise<RestoreMark | null> {
	const { rows: found } = await database.query<{ is: boolean }>("SELECT to_regclass($1) IS NOT NULL AS is", [STATE]);
	if (!found[0]?.is) return null;
	const { rows } = await database.query<RestoreMark>(
		`SELECT made_at AS "madeAt", finished_at AS "finishedAt" FROM ${STATE}`,
	);
	return rows[0] ?? null;
}

/** Call before restoring: from here on no service starts on this database. */
export async function markRestore(database: Queryable, madeAt: Date): Promise<void> {
	await database.query("BEGIN");
	await database.query(`DROP SCHEMA IF EXISTS ${RESTORE_SCHEMA} CASCADE`);
	await database.query(`CREATE SCHEMA ${RESTORE_SCHEMA}`);
	await database.query(`CREATE TABLE ${STATE} (made_at timestamptz NOT NULL, finished_at timestamptz)`);
	await database.query(`INSERT INTO ${STATE} VALUES ($1, NULL)`, [madeAt]);
	await database.query("COMMIT");
}

/** The mark stays until Stripe was asked what happened since the backup. */
export async function markRestored(database: Queryable): Promise<void> {
	await database.query(`UPDATE ${STATE} SET finished_at = now()`);
}

export async function forgetRestore(database: Queryable): Promise<void> {
	await database.query(`DROP SCHEMA IF EXISTS ${RESTORE_SCHEMA} CASCADE`);
}

/** @throws ConfigError if a restore is unfinished (P296) */
export async function refuseUnfinishedRestore(database: Queryable): Promise<void> {
	const mark = await readRestoreMark(database);
	if (mark === null || mark.finishedAt !== null) return;
	throw new ConfigError(
		`The restore of the backup of ${mark.madeAt.toISOString()} into this database isn't finished: wait for it, or run it again.`,
	);
}
