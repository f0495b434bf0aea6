import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../machine/root.ts";
import { REST_FILE } from "./parts.ts";

/** In which unit Linux counts CPU time: hundredths of a second. */
const TICKS_A_SECOND = 100;

/** CPU seconds of all processes that this one started and that have ended; null where the system does not say. */
export async function childCpuSeconds(): Promise<number | null> {
	const stat = await readFile("/proc/self/stat", "utf8").catch(() => null);
	if (stat === null) return null;
	// cutime and cstime (proc_pid_stat(5)), counted from behind the name, which may contain spaces.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}

/** How many files `npm test` does not run. */
export async function countRestFiles(): Promise<number> {
	const names = await Promise.all(
		["server", "client", "shared"].map((folder) => readdir(path.join(ROOT, folder), { recursive: true })),
	);
	return names.flat().filter((name) => REST_FILE.test(name)).length;
}
