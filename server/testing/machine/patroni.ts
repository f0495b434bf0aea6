import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { chown, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { postgresUser } from "#server/platform/db/postgres-user.ts";
import { until } from "../app/until.ts";
import { ask } from "./ask-database.ts";
import { type FailoverCluster, killServer } from "./database-pair.ts";
import { freePort } from "./free-port.ts";

/** Debian's (`apt-get install patroni etcd-server python3-etcd postgresql-15`). */
const PROGRAMS = "/usr/lib/postgresql/15/bin";
const NAME = "visualink";
const READY_WITHIN_MS = 120_000;
/** Patroni's least: how long the primary may be silent before a standby takes over. */
const TTL_SECONDS = 20;

type Node = { name: string; folder: string; port: number; api: number; patroni: ChildProcess | null };

/** Two PostgreSQL of Debian's under Patroni and etcd, replicating synchronously; Patroni decides who is the primary. */
export async function startPatroniPair(dataDir: string): Promise<FailoverCluster> {
	const user = process.getuid?.() === 0 ? postgresUser() : undefined;
	await mkdir(dataDir, { recursive: true });
	const [client, peer] = [await freePort(), await freePort()];
	const etcd = spawn(
		"etcd",
		[
			...["--data-dir", path.join(dataDir, "etcd"), "--log-level", "error"],
			...[
				"--listen-client-urls",
				`http://127.0.0.1:${client}`,
				"--advertise-client-urls",
				`http://127.0.0.1:${client}`,
			],
			...[
				"--listen-peer-urls",
				`http://127.0.0.1:${peer}`,
				"--initial-advertise-peer-urls",
				`http://127.0.0.1:${peer}`,
			],
			...["--initial-cluster", `default=http://127.0.0.1:${peer}`],
		],
		{ stdio: "ignore" },
	);
	const nodes: Node[] = [];
	for (const name of ["a", "b"]) {
		const folder = path.join(dataDir, name);
		await mkdir(folder, { mode: 0o700 });
		const node = { name, folder, port: await freePort(), api: await freePort(), patroni: null };
		await writeFile(path.join(folder, "patroni.yml"), configOf(node, client));
		if (user) for (const file of [folder, path.join(folder, "patroni.yml")]) await chown(file, user.uid, user.gid);
		nodes.push(node);
	}
	const [first, second] = nodes as [Node, Node];
	const addressOf = ({ port }: Node, name = NAME) => `postgres://${NAME}@127.0.0.1:${port}/${name}`;

	function start(node: Node): void {
		const log = openSync(path.join(dataDir, `${node.name}.log`), "a");
		const settings = path.join(node.folder, "patroni.yml");
		node.patroni = spawn("patroni", [settings], { ...user, cwd: node.folder, stdio: ["ignore", log, log] });
		closeSync(log);
	}

	const isPrimary = (node: Node) => isTrue(addressOf(node, "postgres"), "NOT pg_is_in_recovery()");
	const isFollowed = (node: Node) =>
		isTrue(addressOf(node), "EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')");

	async function primary(): Promise<Node> {
		return (await isPrimary(first)) ? first : second;
	}

	start(first);
	await until(() => isPrimary(first), READY_WITHIN_MS);
	await ask(addressOf(first, "postgres"), `CREATE DATABASE ${NAME}`);
	start(second);
	await until(() => isFollowed(first), READY_WITHIN_MS);

	return {
		url: `postgres://${NAME}@127.0.0.1:${first.port},127.0.0.1:${second.port}/${NAME}`,
		async failOver() {
			const killed = await primary();
			killed.patroni?.kill("SIGKILL");
			await killServer(path.join(killed.folder, "data"));
			await until(() => isPrimary(killed === first ? second : first), READY_WITHIN_MS);
		},
		async rejoin() {
			const now = await primary();
			start(now === first ? second : first);
			await until(() => isFollowed(now), READY_WITHIN_MS);
		},
		async stop() {
			for (const { patroni } of nodes) {
				if (!patroni || patroni.exitCode !== null || patroni.signalCode !== null) continue;
				patroni.kill("SIGTERM");
				await once(patroni, "exit");
			}
			etcd.kill("SIGTERM");
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

async function isTrue(url: string, condition: string): Promise<boolean> {
	const [row] = await ask(url, `SELECT ${condition} AS found`).catch(() => []);
	return row?.found === true;
}

/** JSON, which is YAML too. */
function configOf({ name, folder, port, api }: Node, etcd: number): string {
	const trusted = ["all", "replication"].map((what) => `host ${what} all 127.0.0.1/32 trust`);
	return JSON.stringify({
		scope: NAME,
		name,
		restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
		etcd3: { host: `127.0.0.1:${etcd}` },
		bootstrap: {
			dcs: {
				ttl: TTL_SECONDS,
				loop_wait: 5,
				retry_timeout: 5,
				synchronous_mode: true,
				postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: "on" } },
			},
			initdb: [{ encoding: "UTF8" }, { locale: "C" }, { auth: "trust" }],
		},
		postgresql: {
			listen: `127.0.0.1:${port}`,
			connect_address: `127.0.0.1:${port}`,
			data_dir: path.join(folder, "data"),
			bin_dir: PROGRAMS,
			pgpass: path.join(folder, "pgpass"),
			basebackup: [{ checkpoint: "fast" }],
			pg_hba: trusted,
			authentication: {
				superuser: { username: NAME, password: "unused" },
				replication: { username: "replicator", password: "unused" },
			},
			parameters: { unix_socket_directories: folder },
		},
	});
}
