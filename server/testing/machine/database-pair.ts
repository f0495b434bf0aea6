import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { appendFile, chown, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { prepareFiles } from "#server/platform/db/embedded-files.ts";
import { isProcessAlive } from "#server/platform/work/process-alive.ts";
import { until } from "../app/until.ts";
import { ask } from "./ask-database.ts";
import { freePort } from "./free-port.ts";
import { childrenOf } from "./kill-runner.ts";

const run = promisify(execFile);
const READY_WITHIN_MS = 60_000;
const NAME = "visualink";

/** A PostgreSQL with a standby, whose primary can be killed. */
export type FailoverCluster = {
	/** `DATABASE_URL` with both hosts. */
	url: string;
	/** Kills the primary, and resolves once the standby takes writes. */
	failOver(): Promise<void>;
	/** Brings the killed one back as a standby. */
	rejoin(): Promise<void>;
	stop(): Promise<void>;
};

export type DatabasePair = FailoverCluster & {
	/** Promotes the standby while the primary lives on. */
	promote(): Promise<void>;
	/** The address of the one or the other alone. */
	primaryUrl(): string;
	standbyUrl(): string;
};

type Node = { folder: string; port: number };

/** Two of the embedded PostgreSQL with synchronous replication: what was committed is on both. */
export async function startDatabasePair(dataDir: string): Promise<DatabasePair> {
	await mkdir(dataDir, { recursive: true });
	const { home, osUser, program } = prepareFiles(dataDir);
	const control = (...args: string[]) => run(program("pg_ctl"), args, { ...osUser, cwd: home });
	const nodes: [Node, Node] = [
		{ folder: path.join(home, "a"), port: await freePort() },
		{ folder: path.join(home, "b"), port: await freePort() },
	];
	let primary = 0;
	const at = (index: number) => nodes[index % 2] as Node;
	const addressOf = ({ port }: Node, name = NAME) => `postgres://${NAME}@127.0.0.1:${port}/${name}`;

	async function start({ folder, port }: Node): Promise<void> {
		const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100`;
		await control("start", "-D", folder, "-w", "-s", "-l", `${folder}.log`, "-o", settings);
	}

	/** A copy of the running primary, which then follows it; PostgreSQL's own way without pg_basebackup. */
	async function copyPrimary(): Promise<void> {
		const [from, to] = [at(primary), at(primary + 1)];
		await rm(to.folder, { recursive: true, force: true });
		const client = new pg.Client({ connectionString: addressOf(from) });
		await client.connect();
		await client.query("SELECT pg_backup_start('standby', true)");
		await copied(run("cp", ["-a", from.folder, to.folder]));
		const { rows } = await client.query<{ label: string }>("SELECT labelfile AS label FROM pg_backup_stop(false)");
		await client.end();
		await rm(path.join(to.folder, "postmaster.pid"), { force: true });
		for (const [name, text] of [
			["backup_label", rows[0]?.label ?? ""],
			["standby.signal", ""],
		] as const) {
			await writeFile(path.join(to.folder, name), text);
			if (osUser) await chown(path.join(to.folder, name), osUser.uid, osUser.gid);
		}
		// The last of two settings applies.
		await appendFile(
			path.join(to.folder, "postgresql.auto.conf"),
			`primary_conninfo = 'host=127.0.0.1 port=${from.port} user=${NAME}'\nsynchronous_standby_names = ''\n`,
		);
		await start(to);
		await until(() => isFollowed(addressOf(from)), READY_WITHIN_MS);
		await ask(addressOf(from), "ALTER SYSTEM SET synchronous_standby_names = '*'");
		await ask(addressOf(from), "SELECT pg_reload_conf()");
		await until(() => isFollowed(addressOf(from), "sync"), READY_WITHIN_MS);
	}

	async function promote(): Promise<void> {
		primary += 1;
		await control("promote", "-D", at(primary).folder, "-w");
	}

	await run(program("initdb"), ["-D", at(0).folder, "-U", NAME, "--auth=trust", "--encoding=UTF8", "--locale=C"], {
		...osUser,
		cwd: home,
	});
	await start(at(0));
	await ask(addressOf(at(0), "postgres"), `CREATE DATABASE ${NAME}`);
	await copyPrimary();

	return {
		url: `postgres://${NAME}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${NAME}`,
		async failOver() {
			await killServer(at(primary).folder);
			await promote();
		},
		promote,
		primaryUrl: () => addressOf(at(primary)),
		standbyUrl: () => addressOf(at(primary + 1)),
		rejoin: copyPrimary,
		async stop() {
			for (const { folder } of nodes) await control("stop", "-D", folder, "-m", "immediate", "-w").catch(() => {});
			await rm(home, { recursive: true, force: true });
		},
	};
}

/** `cp` says with code 1 that a file went away while it was read, which the WAL makes good. */
async function copied(copying: Promise<unknown>): Promise<void> {
	await copying.catch((error: Error & { code?: number }) => {
		if (error.code !== 1) throw error;
	});
}

async function isFollowed(primary: string, state = "async"): Promise<boolean> {
	const client = new pg.Client({ connectionString: primary });
	await client.connect();
	const { rows } = await client.query<{ sync_state: string }>(
		"SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'",
	);
	await client.end();
	return rows.some(({ sync_state: found }) => found === state);
}

/** `kill -9` of every process of a server. */
export async function killServer(folder: string): Promise<void> {
	const postmaster = Number(readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0]);
	const pids = [postmaster, ...childrenOf(postmaster)];
	for (const pid of pids) {
		try {
			process.kill(pid, "SIGKILL");
		} catch {
			// It ended by itself.
		}
	}
	while (pids.some(isProcessAlive)) await delay(5);
}
