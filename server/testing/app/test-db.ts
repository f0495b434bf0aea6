import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE } from "./global-setup.ts";
import { until } from "./until.ts";

/** How long connections may take to close, in milliseconds. */
const CLOSING_MS = 2_000;

export type TestDatabase = { url: string; drop: () => Promise<void> };

/** A database of its own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
	const server = inject("databaseServer");
	const name = `test_${randomBytes(6).toString("hex")}`;
	// As files: PostgreSQL's default, through the write-ahead log, takes four times as much CPU time.
	await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
	return {
		url: server.replace(/postgres$/, name),
		async drop() {
			await disconnected(server, name);
			await asAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
		},
	};
}

/** Waits for connections that are being closed: one that is ended by force meanwhile is an error that nobody handles. */
async function disconnected(server: string, name: string): Promise<void> {
	const open = () => asAdmin(server, `SELECT 1 FROM pg_stat_activity WHERE datname = '${name}'`);
	await until(async () => (await open()) === 0, CLOSING_MS).catch(() => {
		// A test that killed its service leaves connections behind.
	});
}

/** @returns how many rows it gave, or changed */
async function asAdmin(server: string, statement: string): Promise<number | null> {
	const client = new pg.Client({ connectionString: server });
	await client.connect();
	try {
		return (await client.query(statement)).rowCount;
	} finally {
		await client.end();
	}
}
