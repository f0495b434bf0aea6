import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ConfigError } from "#server/platform/config/config.ts";
import { runningPort } from "./embedded-lock.ts";

/** Held by the process that owns the embedded database. */
const OWNER_LOCK = 7_214_002;

export type Owner = {
	client: pg.Client;
	address: string;
	gone: Promise<unknown>;
};

export type AddressAt = (port: number) => string;

/** Connects to a server still running on this cluster; null if none. */
export async function takeOver(cluster: string, addressAt: AddressAt): Promise<Owner | null> {
	const deadline = Date.now() + 10_000;
	for (let port = runningPort(cluster); port !== null; port = runningPort(cluster)) {
		const owner = await connectAsOwner(addressAt(port));
		if (owner) return owner;
		// Alive but not answering: starting, stopping, or the process id was reused.
		if (Date.now() > deadline) return null;
		await delay(100);
	}
	return null;
}

/** null: nothing answers, or not for long. Throws if another living process owns the database. */
export async function connectAsOwner(address: string): Promise<Owner | null> {
	const client = new pg.Client({ connectionString: `${address}/postgres`, connectionTimeoutMillis: 2_000 });
	const gone = endOf(client);
	try {
		await client.connect();
		// The server may take a moment to notice that a killed process's connection is gone.
		for (let attempt = 0; attempt < 30; attempt++) {
			if (await hasLock(client)) return { client, address, gone };
			await delay(100);
		}
	} catch {
		client.end().catch(() => {});
		return null;
	}
	await client.end();
	throw new ConfigError(
		"Another Visualink already runs with this data folder. Stop it, or set DATA_DIR to another folder.",
	);
}

/** Listens from the start, because an unhandled error event would end the process. */
function endOf(client: pg.Client): Promise<unknown> {
	let reason: unknown;
	client.on("error", (error) => {
		reason ??= error;
	});
	return new Promise((resolve) => {
		client.once("end", () => resolve(reason));
	});
}

async function hasLock(client: pg.Client): Promise<boolean> {
	const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [OWNER_LOCK]);
	return rows[0]?.locked === true;
}
