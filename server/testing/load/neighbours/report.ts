import type { Latencies } from "../latencies.ts";

/** What the service promises to others while an account does its worst (P254). */
export const BOUNDS = {
	/** Of visitors' p99 next to an attack, times that of the quiet just before, or of all quiet times where that is more. */
	timesQuiet: 3,
	visitorsP99Ms: 250,
	honestP95Ms: 500,
	wrong: 0,
	/** Resident memory a few seconds after the attack, less that before, in MB. */
	memoryMb: 100,
	/** The most resident memory, where it was below before; an alert rings beyond (docs/monitoring/visualink-alerts.yml). */
	peakMb: 700,
};

/** What was seen around one attack. Times in milliseconds, memory in MB. */
export type Measured = {
	name: string;
	quietP99: number;
	visitors: Latencies;
	honest: Latencies;
	/** Wrong answers by what they were. */
	wrong: Record<string, number>;
	memory: { before: number; peak: number; after: number };
	/** Whether the service answered again by itself. */
	isBack: boolean;
	/** Statuses that the attack itself got. */
	answers: Record<string, number>;
	/** What else it cost, in words. */
	cost: string;
};

const COLUMNS = [
	"attack",
	"quiet p99",
	"p99",
	"max",
	"honest p95",
	"wrong",
	"memory MB",
	"answers",
	"cost",
	"verdict",
] as const;

export const TABLE_HEAD = `| ${COLUMNS.join(" | ")} |\n|${COLUMNS.map(() => "---").join("|")}|`;

/** A row of the table, and the bounds that were not kept. */
export function validated(it: Measured, allQuietP99: number): { row: string; broken: string[] } {
	const p99 = it.visitors.percentile(0.99);
	const p95 = it.honest.percentile(0.95);
	const wrong = Object.values(it.wrong).reduce((sum, count) => sum + count, 0);
	const { before, peak, after } = it.memory;
	const checks: [string, boolean][] = [
		[`p99 over ${BOUNDS.visitorsP99Ms} ms`, p99 > BOUNDS.visitorsP99Ms],
		[`p99 over ${BOUNDS.timesQuiet} times quiet`, p99 > BOUNDS.timesQuiet * Math.max(it.quietP99, allQuietP99)],
		[`honest p95 over ${BOUNDS.honestP95Ms} ms`, p95 > BOUNDS.honestP95Ms],
		["wrong answers", wrong > BOUNDS.wrong],
		["memory grew", after - before > BOUNDS.memoryMb || (peak > BOUNDS.peakMb && before <= BOUNDS.peakMb)],
		["did not recover", !it.isBack],
	];
	const broken = checks.flatMap(([words, isBroken]) => (isBroken ? [words] : []));
	const cells = [
		it.name,
		`${it.quietP99}`,
		`${p99}`,
		`${it.visitors.percentile(1)}`,
		`${p95}`,
		wrong === 0 ? "0" : listed(it.wrong),
		`${[before, peak, after].map(Math.round).join(", ")}`,
		listed(it.answers),
		it.cost,
		broken.length === 0 ? "ok" : `OVER: ${broken.join(", ")}`,
	];
	return { row: `| ${cells.join(" | ")} |`, broken };
}

/** "200: 12, 429: 3" */
function listed(counts: Record<string, number>): string {
	return Object.entries(counts)
		.map(([what, count]) => `${what}: ${count}`)
		.join(", ");
}
