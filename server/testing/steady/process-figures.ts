import { readdirSync, readFileSync } from "node:fs";

/** Resident memory of a process in MB, as Linux tells it. */
export function memoryOf(pid: number): number {
	const kilobytes = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
	return Number(kilobytes) / 1024;
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
