import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { ConfigError } from "#server/config.ts";

/** Any number that no other advisory lock of ours uses. */
const MIGRATION_LOCK = 7_214_001;
const CONNECT_MS = 10_000;

type Options = {
	url: string;
	/** Folder of the migrations. */
	folder: string;
	/** Whether a schema of a newer release may be used as it is: somebody rolls back. */
	mayBeNewer?: boolean;
};

/**
 * Brings the database to the newest schema. Processes that start together wait for one another.
 * @throws ConfigError when a newer release has been at work there; errors of the database as they are.
 */
export async function migrateDatabase({ url, folder, mayBeNewer = false }: Options): Promise<void> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
	// What breaks between two questions is told by the next one.
	client.on("error", () => {});
	try {
		await client.connect();
		await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
		await migrate(drizzle(client, { casing: "snake_case" }), { migrationsFolder: folder });
		if (!mayBeNewer) await refuseNewer(client, folder);
	} finally {
		await client.end().catch(() => {});
	}
}

async function refuseNewer(client: pg.Client, folder: string): Promise<void> {
	const newest = Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));
	const { rows } = await client.query<{ newer: number }>(
		"SELECT count(*)::int AS newer FROM drizzle.__drizzle_migrations WHERE created_at > $1",
		[newest],
	);
	const newer = rows[0]?.newer ?? 0;
	if (newer === 0) return;
	throw new ConfigError(
		`The database's schema is newer than this release (by ${newer} of its migrations): start the newer release, or set ALLOW_NEWER_SCHEMA=1 to roll back.`,
	);
}
