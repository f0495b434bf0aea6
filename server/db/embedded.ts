import { type ExecFileOptions, execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { Logger } from "pino";
import { ConfigError } from "#server/config.ts";
import { counter, type Figures, gauge } from "#server/work/figures.ts";
import { type EmbeddedFiles, possibleHomes, prepareFiles } from "./embedded-files.ts";
import { dropDeadLock, runningPort } from "./embedded-lock.ts";

/** Runs one of PostgreSQL's programs, out of reach of Ctrl-C: it finishes what it does. */
const run = (program: string, args: readonly string[], options: ExecFileOptions & { timeout?: number }) =>
	// `detached` is an option of execFile's, which its types leave out.
	promisify(execFile)(program, args, { ...options, detached: true } as ExecFileOptions);

/** Held by the one process that a running embedded database belongs to. */
const OWNER_LOCK = 7_214_002;
const DATABASE = "visualink";
const ROLE = "visualink";
/** How long stopping in good order may take unless told, in milliseconds. */
const STOP_MS = 30_000;
const RESTART_MS = 250;
const RESTART_MAX_MS = 5_000;

export type EmbeddedDatabase = {
	url: string;
	/** Folder that holds it. */
	home: string;
	/** Stops it in good order, or, where that takes longer than it may, at once: it recovers at its next start. */
	stop: (options?: { inOrderMs?: number }) => Promise<void>;
	/** Tells it to end at once, without waiting for it. */
	abandon: () => void;
	figures: Figures;
};

/**
 * Starts the PostgreSQL that comes with the npm package in `dataDir`, or takes over the one that an earlier process
 * left running when it was killed. It runs in a session of its own: Ctrl-C reaches this process first, which stops
 * the database last. Should it die, it is started again, on the same data and port, until `stop`.
 * @throws ConfigError when another process uses the same data folder; Error when PostgreSQL does not start.
 */
export async function startEmbedded({ dataDir, log }: { dataDir: string; log: Logger }): Promise<EmbeddedDatabase> {
	const files = prepareFiles(dataDir);
	const cluster = path.join(files.home, "cluster");
	if (!existsSync(path.join(cluster, "PG_VERSION"))) await createCluster(files, cluster);

	const addressAt = addressIn(files.home);
	let owner = await takeOver(cluster, addressAt);
	if (owner) log.info("took over the embedded database of an earlier start");
	else owner = await startServer({ files, cluster, addressAt, port: await freePort() });
	const { address } = owner;

	let isStopping = false;
	let isUp = true;
	let restarts = 0;
	let restarting: Promise<void> = Promise.resolve();
	watch(owner);
	await createDatabase(owner.client);

	function watch({ client }: Owner): void {
		// Losing this connection is no reason to stop; the pool notices a lost database by itself.
		client.on("error", (error) => !isStopping && log.warn({ err: error }, "the embedded database went away"));
		client.once("end", () => {
			isUp = false;
			if (!isStopping) restarting = bringBack();
		});
	}

	async function bringBack(): Promise<void> {
		for (let waitMs = RESTART_MS; !isStopping; waitMs = Math.min(waitMs * 2, RESTART_MAX_MS)) {
			try {
				const port = Number(new URL(address).port);
				owner = (await takeOver(cluster, addressAt)) ?? (await startServer({ files, cluster, addressAt, port }));
				watch(owner);
				isUp = true;
				restarts += 1;
				return log.warn("the embedded database runs again");
			} catch (error) {
				// Its last processes may still hold its memory for a moment.
				log.warn({ err: error }, "the embedded database could not be started again yet");
				await delay(waitMs, undefined, { ref: false });
			}
		}
	}

	const control = (...how: string[]) => [files.program("pg_ctl"), ["stop", "-D", cluster, ...how]] as const;
	return {
		url: `${address}/${DATABASE}`,
		home: files.home,
		stop: async ({ inOrderMs = STOP_MS } = {}) => {
			isStopping = true;
			const inOrderUntil = performance.now() + inOrderMs;
			await Promise.race([restarting, delay(inOrderMs, undefined, { ref: false })]);
			owner?.client.end().catch(() => {});
			if (runningPort(cluster) === null) return;
			const timeout = Math.max(1, Math.round(inOrderUntil - performance.now()));
			await run(...control("-m", "fast", "-w"), { ...files.osUser, timeout }).catch(() =>
				run(...control("-m", "immediate", "-w", "-t", "1"), { ...files.osUser }),
			);
		},
		figures: {
			part: "embedded_database",
			read: () => [
				gauge("visualink_embedded_database_up", "Whether the embedded database runs", Number(isUp)),
				counter("visualink_embedded_database_restarts_total", "Times that it died and was started again", restarts),
			],
		},
		abandon: () => {
			isStopping = true;
			if (runningPort(cluster) === null) return;
			execFileSync(...control("-m", "immediate", "-W"), { ...files.osUser, stdio: "ignore" });
		},
	};
}

/** Address of the database that a running Visualink has in `dataDir`; null where none runs. */
export function findEmbedded({ dataDir }: { dataDir: string }): string | null {
	for (const home of possibleHomes(dataDir)) {
		const port = runningPort(path.join(home, "cluster"));
		if (port !== null) return `${addressIn(home)(port)}/${DATABASE}`;
	}
	return null;
}

type Owner = { client: pg.Client; address: string };
type AddressAt = (port: number) => string;

async function createCluster(files: EmbeddedFiles, cluster: string): Promise<void> {
	const fresh = `${cluster}.new`;
	rmSync(fresh, { recursive: true, force: true });
	const password = passwordFile(files.home);
	writeFileSync(password, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
	if (files.osUser) chownSync(password, files.osUser.uid, files.osUser.gid);
	await run(
		files.program("initdb"),
		["-D", fresh, "-U", ROLE, "--auth=scram-sha-256", `--pwfile=${password}`, "--encoding=UTF8", "--locale=C"],
		{ ...files.osUser, cwd: files.home },
	);
	renameSync(fresh, cluster);
}

function passwordFile(home: string): string {
	return path.join(home, "password");
}

function addressIn(home: string): AddressAt {
	const password = readFileSync(passwordFile(home), "utf8").trim();
	return (port) => `postgres://${ROLE}:${password}@127.0.0.1:${port}`;
}

/** Connects to a server that still runs on this cluster; null where none does. */
async function takeOver(cluster: string, addressAt: AddressAt): Promise<Owner | null> {
	const deadline = Date.now() + 10_000;
	for (let port = runningPort(cluster); port !== null; port = runningPort(cluster)) {
		const owner = await connectAsOwner(addressAt(port));
		if (owner) return owner;
		// Alive but not answering: it is starting or stopping, or the number belongs to another program by now.
		if (Date.now() > deadline) return null;
		await delay(100);
	}
	return null;
}

type NewServer = { files: EmbeddedFiles; cluster: string; addressAt: AddressAt; port: number };

async function startServer({ files, cluster, addressAt, port }: NewServer): Promise<Owner> {
	dropDeadLock(cluster);
	const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`;
	const log = path.join(files.home, "postgres.log");
	try {
		await run(files.program("pg_ctl"), ["start", "-D", cluster, "-w", "-t", "60", "-s", "-l", log, "-o", settings], {
			...files.osUser,
			cwd: files.home,
		});
	} catch (cause) {
		throw new ConfigError(`The embedded PostgreSQL did not start; ${log} says why.`, { cause });
	}
	const owner = await connectAsOwner(addressAt(port));
	if (!owner) throw new ConfigError(`The embedded PostgreSQL does not answer on port ${port}.`);
	return owner;
}

/** null: nothing answers there. Throws where another living process owns the database. */
async function connectAsOwner(address: string): Promise<Owner | null> {
	const client = new pg.Client({ connectionString: `${address}/postgres`, connectionTimeoutMillis: 2_000 });
	try {
		await client.connect();
	} catch {
		return null;
	}
	// The connection of a process that was just killed may take a moment to be noticed.
	for (let attempt = 0; attempt < 30; attempt++) {
		const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [OWNER_LOCK]);
		if (rows[0]?.locked) return { client, address };
		await delay(100);
	}
	await client.end();
	throw new ConfigError(
		"Another Visualink already runs with this data folder. Stop it, or set DATA_DIR to another folder.",
	);
}

async function createDatabase(client: pg.Client): Promise<void> {
	const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
	if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === "string") throw new ConfigError("No free port was found.");
	return address.port;
}
