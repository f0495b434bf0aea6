import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { isProcessAlive } from "#server/platform/work/process-alive.ts";
import { until } from "../app/until.ts";

const BEGUN_WITHIN_MS = 100_000;

/**
 * Holds up the next start of the embedded database in this folder, for as long as someone wants: nobody reads what it
 * writes, and so it waits before its first line (Linux alone).
 */
export async function holdUpDatabase(home: string) {
	const output = path.join(home, "postgres.log");
	await rm(output, { force: true });
	execFileSync("mkfifo", ["-m", "666", output]);
	const writers = () =>
		readdirSync("/proc")
			.map(Number)
			.filter((pid) => pid > 0 && isProcessAlive(pid) && commandOf(pid).includes(output));
	return {
		/** Resolves when the start waits: `pg_ctl`, and the shell that is to become the server. */
		isWaiting: () => until(() => writers().length === 2, BEGUN_WITHIN_MS),
		/** Lets whatever still waits go on, and resolves when none of it is left. */
		async isOver(): Promise<void> {
			// To open it for both waits for nobody.
			const reader = await open(output, "r+");
			await until(() => writers().length === 0);
			await reader.close();
			await rm(output);
		},
	};
}

function commandOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "latin1");
	} catch {
		return "";
	}
}
