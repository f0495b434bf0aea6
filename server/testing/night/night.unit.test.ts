import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../machine/root.ts";
import { MEASUREMENTS, readOrder, tableOf } from "./measurements.ts";

const textOf = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const NAMES = Object.keys(MEASUREMENTS);

it("P591: there are at most twelve measurements, each with a file, and at most 24 scripts", () => {
	expect(NAMES.length).toBeLessThanOrEqual(12);
	expect(Object.values(MEASUREMENTS).filter(({ file }) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	expect(Object.keys(JSON.parse(textOf("package.json")).scripts).length).toBeLessThanOrEqual(24);
});

it("P591: every measurement runs weekly", () => {
	const [, list = ""] = /measurement:\n((?: +- .+\n)+)/.exec(textOf(".github/workflows/night.yml")) ?? [];
	const weekly = [...list.matchAll(/- (\S+)/g)].map(([, name]) => name);
	expect([...new Set(weekly)].sort()).toEqual(NAMES.toSorted());
});

it.each([
	["", { names: NAMES, args: [] }],
	["bench charts", { names: ["bench", "charts"], args: [] }],
	["bench --seconds 6", { names: ["bench"], args: ["--seconds", "6"] }],
	["mutation rules", { names: ["mutation"], args: ["rules"] }],
	["bench charts --seconds 6", null],
	["benhc", null],
	["constructor", null],
	["--seconds 6", null],
])("P591: `%s` is %o", (words, order) => {
	expect(readOrder(words.split(" ").filter(Boolean))).toEqual(order);
});

it("P591: the table has a line for each, also for what did not run", () => {
	const outcomes = [
		{ name: "bench", code: 0, seconds: 341.6 },
		{ name: "charts", code: 1, seconds: 12 },
		{ name: "fuzz", code: null, seconds: 3 },
	];
	expect(tableOf(["bench", "charts", "fuzz", "guard"], outcomes)).toEqual([
		"ok  bench              342 s",
		"RED charts              12 s  ended with 1",
		"RED fuzz                 3 s  ended with a signal",
		"--- guard            did not run",
	]);
});
