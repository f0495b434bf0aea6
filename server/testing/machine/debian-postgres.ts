import { execFile, execFileSync } from "node:child_process";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const VERSIONS = "/usr/lib/postgresql";

/**
 * A fresh cluster of the PostgreSQL that Debian's package `postgresql` brings, with its `pg_dump` next to it, which the
 * embedded one does not have.
 * @throws Error when the package is not there
 */
export async function startDebianPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
	const versions = await readdir(VERSIONS).catch(() => []);
	const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
	if (newest === undefined) throw new Error("PostgreSQL was not found: install Debian's package `postgresql`.");
	const programs = path.join(VERSIONS, newest, "bin");
	const osUser = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
	const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-postgres-"));
	if (osUser.uid !== undefined) await chown(folder, osUser.uid, osUser.gid);
	const cluster = path.join(folder, "cluster");
	const program = (name: string, args: string[]) => run(path.join(programs, name), args, { ...osUser, cwd: folder });
	await program("initdb", ["-D", cluster, "-U", "visualink", "--auth=trust", "--encoding=UTF8", "--locale=C"]);
	const port = await freePort();
	const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`;
	const log = path.join(folder, "log");
	await program("pg_ctl", ["start", "-D", cluster, "-w", "-t", "60", "-s", "-l", log, "-o", settings]);
	return {
		url: `postgres://visualink@127.0.0.1:${port}/postgres`,
		async stop() {
			await program("pg_ctl", ["stop", "-D", cluster, "-m", "fast", "-w", "-s"]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function idOf(option: "-u" | "-g"): number {
	return Number(execFileSync("id", [option, "postgres"], { stdio: "pipe" }).toString());
}
