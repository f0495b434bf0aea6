import { readFileSync } from "node:fs";

/** Resident memory of a process in MB, as Linux tells it. */
export function memoryOf(pid: number): number {
	return statusOf(pid, /^VmRSS:\s*(\d+)/m) / 1024;
}

/** The most resident memory that a process has had since its start, in MB. */
export function peakMemoryOf(pid: number): number {
	return statusOf(pid, /^VmHWM:\s*(\d+)/m) / 1024;
}

function statusOf(pid: number, line: RegExp): number {
	return Number(line.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
