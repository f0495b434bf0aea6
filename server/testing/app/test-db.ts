import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE } from "./global-setup.ts";

export type TestDatabase = { url: string; drop: () => Promise<void> };

/** A database of its own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
	const server = inject("databaseServer");
	const name = `test_${randomBytes(6).toString("hex")}`;
	await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
	return {
		url: server.replace(/postgres$/, name),
		drop: () => asAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
	};
}

async function asAdmin(server: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: server });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
