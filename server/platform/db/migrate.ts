import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { ConfigError } from "#server/platform/config/config.ts";
import { DatabaseClient } from "./database-client.ts";
import { retryOnLockTimeout } from "./give-way.ts";
import { refuseUnfinishedRestore } from "./restore-mark.ts";

const MIGRATION_LOCK = 7_214_001;
const CONNECT_MS = 10_000;
/** Lock timeout; others queue behind it: below a visitor's look-up (1,250) and the deadlock check (1,000). */
const LOCK_MS = 400;
/** The record of drizzle-kit's own migrator, which earlier releases used. */
const RECORD = "drizzle.__drizzle_migrations";

type Options = {
	url: string;
	folder: string;
	mayBeNewer?: boolean;
};

/**
 * Migrates to the newest schema while older processes run. Concurrent starts are serialized; one transaction per
 * migration keeps locks short.
 * @throws ConfigError on a newer release's schema or an unfinished restore; database errors unchanged
 */
export async function migrateDatabase({ url, folder, mayBeNewer = false }: Options): Promise<void> {
	const migrations = readMigrationFiles({ migrationsFolder: folder });
	const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
	// If the connection breaks between queries, the next query fails.
	client.on("error", () => {});
	try {
		await client.connect();
		await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
		await refuseUnfinishedRestore(client);
		await client.query("CREATE SCHEMA IF NOT EXISTS drizzle");
		await client.query(
			`CREATE TABLE IF NOT EXISTS ${RECORD} (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
		);
		const newest = await newestOf(client);
		for (const migration of migrations) if (migration.folderMillis > newest) await apply(client, migration);
		if (!mayBeNewer) await refuseNewer(client, migrations);
	} finally {
		await client.end().catch(() => {});
	}
}

async function newestOf(client: pg.Client): Promise<number> {
	const { rows } = await client.query<{ newest: string | null }>(`SELECT max(created_at) AS newest FROM ${RECORD}`);
	return Number(rows[0]?.newest ?? 0);
}

async function apply(client: pg.Client, migration: MigrationMeta): Promise<void> {
	await retryOnLockTimeout(() =>
		applyOnce(client, migration).catch(async (error: unknown) => {
			await client.query("ROLLBACK").catch(() => {});
			throw error;
		}),
	);
}

async function applyOnce(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
	await client.query("BEGIN");
	await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
	for (const statement of sql) await client.query(statement);
	await client.query(`INSERT INTO ${RECORD} (hash, created_at) VALUES ($1, $2)`, [hash, folderMillis]);
	await client.query("COMMIT");
}

async function refuseNewer(client: pg.Client, migrations: MigrationMeta[]): Promise<void> {
	const newest = Math.max(...migrations.map(({ folderMillis }) => folderMillis));
	const { rows } = await client.query<{ newer: number }>(
		`SELECT count(*)::int AS newer FROM ${RECORD} WHERE created_at > $1`,
		[newest],
	);
	const newer = rows[0]?.newer ?? 0;
	if (newer === 0) return;
	throw new ConfigError(
		`The database's schema is newer than this release (by ${newer} of its migrations): start the newer release, or set ALLOW_NEWER_SCHEMA=1 to roll back.`,
	);
}
