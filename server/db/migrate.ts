import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

/** Any number that no other advisory lock of ours uses. */
const MIGRATION_LOCK = 7_214_001;

/** Brings the database to the newest schema. Processes that start together wait for one another. */
export async function migrateDatabase({ url, folder }: { url: string; folder: string }): Promise<void> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
	await client.connect();
	try {
		await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
		await migrate(drizzle(client, { casing: "snake_case" }), { migrationsFolder: folder });
	} finally {
		await client.end();
	}
}
