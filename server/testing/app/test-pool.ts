import pg from "pg";
import { createTestDatabase } from "./test-db.ts";

export type TestPool = { pool: pg.Pool; url: string; close: () => Promise<void> };

/** A test's own copy of the migrated database, without an app; a connection that is ended tells its query alone. */
export async function openTestPool(settings: pg.PoolConfig = {}): Promise<TestPool> {
	const database = await createTestDatabase();
	const pool = new pg.Pool({ ...settings, connectionString: database.url });
	pool.on("error", () => {});
	pool.on("connect", (client) => client.on("error", () => {}));
	return {
		pool,
		url: database.url,
		async close() {
			await pool.end();
			await database.drop();
		},
	};
}
