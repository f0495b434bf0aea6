import { readdirSync, readFileSync } from "node:fs";

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

/** Open file descriptors of a process: its connections are among them. */
export function descriptorsOf(pid: number): number {
	return readdirSync(`/proc/${pid}/fd`).length;
}

/** Slope of the straight line that fits the points best (least squares). */
export function slopeOf(points: { x: number; y: number }[]): number {
	const meanX = mean(points.map(({ x }) => x));
	const meanY = mean(points.map(({ y }) => y));
	const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
	return spread === 0 ? 0 : points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

function mean(numbers: number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
