import { readFileSync } from "node:fs";
import { codeOf } from "./error-code.ts";

/**
 * Whether a process runs, anyone's it is. One that has ended without its parent asking for it does not, though the
 * system still knows its number: in a container without an init process such ones stay forever.
 */
export function isProcessAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0) && !isZombie(pid);
	} catch (error) {
		return codeOf(error) === "EPERM" && !isZombie(pid);
	}
}

/** Linux alone; elsewhere no process is taken for one. */
export function isZombie(pid: number): boolean {
	try {
		return /^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
	} catch {
		return false;
	}
}
