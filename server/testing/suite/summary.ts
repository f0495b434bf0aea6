import type { FailedTest } from "../reporters/failed-tests.ts";
import { CORE_CPU_BUDGET, type SuiteName } from "./parts.ts";
import type { Results } from "./results.ts";

/** How a part ended. */
export type Outcome = { name: string; isGreen: boolean; seconds: number } & Partial<Results>;

type Figures = {
	suite: SuiteName;
	seconds: number;
	/** Null where the system does not say. */
	cpuSeconds: number | null;
	restFiles: number;
};

const DEAREST = 5;

/** The last lines of a run: every failure, each part's time, what was not run, with the counts on a line of their own at the end. */
export function summary(outcomes: Outcome[], metrics: Figures): string {
	const failed = outcomes.flatMap(({ failed = [] }) => failed);
	const passed = outcomes.reduce((sum, each) => sum + (each.passed ?? 0), 0);
	const silent = outcomes.filter((each) => !each.isGreen && !each.failed?.length);
	return [
		"",
		...failures(outcomes, silent),
		...flakes(outcomes),
		...times(outcomes, metrics),
		...budget(outcomes, metrics),
		...notRun(metrics),
		`${passed} passed, ${failed.length + silent.length} failed`,
		"",
	].join("\n");
}

/** `silent`: parts that failed without naming a test, such as a type error or a service that did not start. */
function failures(outcomes: Outcome[], silent: Outcome[]): string[] {
	const named = outcomes.flatMap(({ name, failed = [] }) => failed.map((test) => line(name, test)));
	const unnamed = silent.map(({ name }) => `  ${name}: see its lines above, they begin with [${name}]`);
	const lines = [...named, ...unnamed];
	return lines.length === 0 ? [] : [`Failed (${lines.length}):`, ...lines, ""];
}

/** A flaky test is a bug of the test or of the product, and is listed until it is mended. */
function flakes(outcomes: Outcome[]): string[] {
	const lines = outcomes.flatMap(({ name, flaky = [] }) => flaky.map((test) => line(name, test)));
	return lines.length === 0 ? [] : [`Flaky, passed at the second try only (${lines.length}):`, ...lines, ""];
}

function line(part: string, { place, name }: FailedTest): string {
	return `  ${part}: ${place} › ${name}`;
}

function times(outcomes: Outcome[], { seconds, cpuSeconds }: Figures): string[] {
	const cpu = cpuSeconds === null ? "" : `, ${Math.round(cpuSeconds)} s of CPU time`;
	return [
		...outcomes.map((each) => {
			const counts = each.passed === undefined ? "" : `  ${each.passed} passed, ${each.failed?.length ?? 0} failed`;
			return `${each.isGreen ? "ok " : "RED"} ${each.name.padEnd(9)}${`${Math.round(each.seconds)} s`.padStart(6)}${counts}`;
		}),
		`All: ${Math.round(seconds)} s${cpu}`,
		"",
	];
}

function budget(outcomes: Outcome[], { suite, cpuSeconds }: Figures): string[] {
	if (suite !== "core" || cpuSeconds === null || cpuSeconds <= CORE_CPU_BUDGET) return [];
	const dearest = outcomes
		.flatMap(({ files = [] }) => files)
		.sort((one, other) => other.seconds - one.seconds)
		.slice(0, DEAREST);
	return [
		`Over its budget of ${CORE_CPU_BUDGET} s of CPU time (server/testing/README.md). The dearest files:`,
		...dearest.map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`),
		"",
	];
}

function notRun({ suite, restFiles }: Figures): string[] {
	if (suite !== "core") return [];
	return [
		`Not run: ${restFiles} files about storms, load, kills, restarts, random input and every combination.`,
		"They run with: npm run test:rest",
		"",
	];
}
