import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { migrateDatabase } from "#server/platform/db/migrate.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { MIGRATIONS } from "../machine/root.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Address of the test server's maintenance database. */
		databaseServer: string;
	}
}

/** Name of the migrated database that every test app copies. */
export const TEMPLATE = "visualink_template";

/** One embedded PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { server, stop } = await startTestServer();
	project.provide("databaseServer", server);
	return stop;
}

/**
 * Starts an embedded PostgreSQL with the migrated template in it.
 * @returns the address of its maintenance database, and how to end it
 */
export async function startTestServer(): Promise<{ server: string; stop: () => Promise<void> }> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-test-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
	const database = await startEmbedded({ dataDir, log: createLog({ logLevel: "warn" }) });
	const server = database.url.replace(/\/[^/]*$/, "/postgres");
	const client = new pg.Client({ connectionString: server });
	await client.connect();
	// It outlives no crash of the machine, so nothing waits for the disk. A killed process loses nothing by it.
	for (const setting of ["fsync", "full_page_writes"]) await client.query(`ALTER SYSTEM SET ${setting} = off`);
	await client.query("SELECT pg_reload_conf()");
	await client.query(`CREATE DATABASE ${TEMPLATE}`);
	await client.end();
	await migrateDatabase({ url: server.replace(/postgres$/, TEMPLATE), folder: MIGRATIONS });
	return {
		server,
		async stop() {
			await database.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}
