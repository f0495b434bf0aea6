import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { isProcessAlive, isZombie } from "#server/platform/work/process-alive.ts";

/** The port in the cluster's lock file; null without one. */
export function runningPort(cluster: string): number | null {
	const lock = readLock(cluster);
	return lock !== null && isProcessAlive(lock.pid) ? lock.port : null;
}

/**
 * Removes a dead, unreaped server's lock file, as in a container without init; PostgreSQL would take it for running.
 */
export function dropDeadLock(cluster: string): void {
	const lock = readLock(cluster);
	if (lock === null || !isZombie(lock.pid)) return;
	// If a process of the dead server still runs, the next start must wait for it.
	if (!isInUse(cluster)) rmSync(lockFile(cluster), { force: true });
}

function lockFile(cluster: string): string {
	return path.join(cluster, "postmaster.pid");
}

function readLock(cluster: string): { pid: number; port: number } | null {
	if (!existsSync(lockFile(cluster))) return null;
	// Lines of the file: process id, data folder, start time, port, ... (PostgreSQL, src/include/utils/pidfile.h).
	const [pid, , , port] = readFileSync(lockFile(cluster), "utf8").split("\n");
	return { pid: Number(pid), port: Number(port) };
}

/** Whether any process has the cluster as its working folder, as all of PostgreSQL's do. */
function isInUse(cluster: string): boolean {
	const folder = realpathSync(cluster);
	return readdirSync("/proc").some((entry) => {
		try {
			return readlinkSync(`/proc/${entry}/cwd`) === folder;
		} catch {
			return false;
		}
	});
}
