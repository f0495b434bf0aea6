import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { ConfigError } from "#server/platform/config/config.ts";
import { retryOnLockTimeout } from "./give-way.ts";
import { refuseUnfinishedRestore } from "./restore-mark.ts";

/** Any number that no other advisory lock of ours uses. */
const MIGRATION_LOCK = 7_214_001;
const CONNECT_MS = 10_000;
/**
 * How long a migration waits for a table, in milliseconds. Everyone who wants the table waits behind it: visits of links
 * that are not known give up after 1,250 ms, and after 1,000 ms PostgreSQL ends one of those who wait for one another.
 */
const LOCK_MS = 400;
/** Where drizzle-kit's own migrator keeps its record; the releases before this one let it write there. */
const RECORD = "drizzle.__drizzle_migrations";

type Options = {
	url: string;
	/** Folder of the migrations. */
	folder: string;
	/** Whether a schema of a newer release may be used as it is: someone rolls back. */
	mayBeNewer?: boolean;
};

/**
 * Brings the database to the newest schema, while older processes use it. Processes that start together wait for one
 * another; each migration is a transaction of its own, so that tables are locked no longer than it needs.
 * @throws ConfigError when a newer release has run on it, or a restore isn't finished; database errors unchanged.
 */
export async function migrateDatabase({ url, folder, mayBeNewer = false }: Options): Promise<void> {
	const migrations = readMigrationFiles({ migrationsFolder: folder });
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
	// A connection that breaks between two queries makes the next one fail.
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

/** When the newest migration was written that this database has seen, in milliseconds since 1970; 0 for none. */
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
