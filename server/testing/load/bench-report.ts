import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import type { LoadResult } from "./load.ts";

type BenchOptions = { links: string; views: string; json?: string | undefined };

export type Row = {
	case: string;
	connections: number;
	perSecond: number;
	p50: number;
	p99: number;
	/** Microseconds of CPU per answer, which other work on the machine hardly changes. */
	serverCpu: number;
	databaseCpu: number;
	ratio: number;
	/** Of all rounds, in order of size. */
	ratios?: number[];
	/**
	 * Answers a second here by answers a second there, of the same round; on the rows of the other checkout. Over all rounds
	 * it is the geometric mean, for the order within a round may make more of a difference than the code.
	 */
	toBefore?: number;
	checked: string;
};

/** How much slower than another checkout a build may be. */
const LEAST_TO_BEFORE = 0.97;

/** How much faster one was than the other. */
export function ratio(one: { perSecond: number }, other: { perSecond: number }): number {
	return Number((one.perSecond / other.perSecond).toFixed(3));
}

/** By ratio; of the bare server, whose ratio is always 1, by answers. */
export function median(rows: Row[]): Row {
	const measure = (row: Row) => row.toBefore ?? row.ratio;
	const sorted = rows.toSorted((a, b) => measure(a) - measure(b) || a.perSecond - b.perSecond);
	const ratios = sorted.map(measure);
	const middle = sorted[Math.floor(sorted.length / 2)] as Row;
	return { ...middle, ratios, ...(middle.toBefore !== undefined && { toBefore: geometricMean(ratios) }) };
}

function geometricMean(ratios: number[]): number {
	const sum = ratios.reduce((logs, each) => logs + Math.log(each), 0);
	return Number(Math.exp(sum / ratios.length).toFixed(3));
}

/** As they are told. */
export function rounded({ perSecond, p50, p99 }: LoadResult) {
	return { perSecond: Math.round(perSecond), p50: Number(p50.toFixed(2)), p99: Number(p99.toFixed(2)) };
}

/**
 * Prints the rows as a table and as JSON. The command ends with 1 where a case is slower than in the other checkout.
 * @param options those of the command line
 */
export async function reportBench(rows: Row[], options: BenchOptions): Promise<void> {
	const machine = `${os.cpus().length} x ${os.cpus()[0]?.model}, Node ${process.version}`;
	const text = [
		`Machine: ${machine}; links: ${options.links}, older views: ${options.views}, load average before the end: ${os.loadavg()[0]?.toFixed(2)}`,
		"| | connections | req/s | p50 ms | p99 ms | CPU µs server | CPU µs database | ratio to a | to before | of all rounds | checked |",
		"|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---|",
		...rows.map(
			(row) =>
				`| ${row.case} | ${row.connections} | ${row.perSecond} | ${row.p50} | ${row.p99} | ${row.serverCpu} | ${row.databaseCpu} | ${row.ratio} | ${row.toBefore ?? ""} | ${row.ratios?.join(", ")} | ${row.checked} |`,
		),
	].join("\n");
	process.stdout.write(`${text}\n\n${JSON.stringify({ machine, options, rows })}\n`);
	const slower = rows.filter(({ toBefore = 1 }) => toBefore < LEAST_TO_BEFORE);
	for (const row of slower) {
		process.stderr.write(
			`${row.case}, ${row.connections} connections: ${row.toBefore}, limit ${LEAST_TO_BEFORE}: OVER\n`,
		);
	}
	if (slower.length > 0) process.exitCode = 1;
	if (options.json) {
		await mkdir(".data", { recursive: true });
		await writeFile(options.json, JSON.stringify({ machine, options, rows }, null, "\t"));
	}
}
