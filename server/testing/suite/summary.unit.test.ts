import { expect, it } from "vitest";
import { type Outcome, summary } from "./summary.ts";

const GREEN: Outcome = { name: "tests", isGreen: true, seconds: 203.4, passed: 7_081, failed: [], files: [] };
const METRICS = { suite: "core", seconds: 388, cpuSeconds: 589, restFiles: 41 } as const;
const lines = (outcomes: Outcome[], metrics: Partial<Parameters<typeof summary>[1]> = {}) =>
	summary(outcomes, { ...METRICS, ...metrics }).split("\n");

it("a green run says how long each part took, what was not run, and the counts on the last line", () => {
	expect(lines([GREEN, { name: "check", isGreen: true, seconds: 19 }])).toEqual([
		"",
		"ok  tests     203 s  7081 passed, 0 failed",
		"ok  check      19 s",
		"All: 388 s, 589 s of CPU time",
		"",
		"Not run: 41 files about storms, load, kills, restarts, random input and every combination.",
		"They run with: npm run test:rest",
		"",
		"7081 passed, 0 failed",
		"",
	]);
});

it("every failure is listed, of each part, and a part that named no test as well", () => {
	const failed = [{ place: "server/a.test.ts", name: "adds" }];
	const all = lines([
		{ ...GREEN, isGreen: false, failed },
		{
			name: "journeys",
			isGreen: false,
			seconds: 4,
			passed: 0,
			failed: [{ place: "client/e2e/b.spec.ts:3", name: "b" }],
		},
		{ name: "check", isGreen: false, seconds: 19 },
	]);
	expect(all.slice(1, 5)).toEqual([
		"Failed (3):",
		"  tests: server/a.test.ts › adds",
		"  journeys: client/e2e/b.spec.ts:3 › b",
		"  check: see its lines above, they begin with [check]",
	]);
	expect(all).toContain("RED check      19 s");
	expect(all.at(-2)).toBe("7081 passed, 3 failed");
});

it("a test that passes at its second try only is listed, and fails nothing", () => {
	const all = lines([{ ...GREEN, flaky: [{ place: "server/a.test.ts", name: "adds" }] }]);
	expect(all.slice(1, 3)).toEqual(["Flaky, passed at the second try only (1):", "  tests: server/a.test.ts › adds"]);
	expect(all.at(-2)).toBe("7081 passed, 0 failed");
});
