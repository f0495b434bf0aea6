import { expect, it } from "vitest";
import { SUITES, type SuiteName, wantedParts } from "./parts.ts";

const names = (suite: SuiteName, ...only: string[]) => wantedParts(SUITES[suite], only).map(({ name }) => name);

it("a part that is asked for by name brings what sets it up, and no more", () => {
	expect(names("core")).toEqual(["check", "build", "browser", "tests", "journeys"]);
	expect(names("core", "check")).toEqual(["check"]);
	expect(names("core", "tests")).toEqual(["build", "tests"]);
	expect(names("core", "check", "journeys")).toEqual(["check", "build", "browser", "journeys"]);
	expect(names("core", "browser")).toEqual(["browser"]);
	expect(names("rest", "serial")).toEqual(["build", "browser", "serial"]);
});

it("a part only waits for parts that are listed before it", () => {
	for (const parts of Object.values(SUITES))
		parts.forEach(({ after = [] }, at) => {
			const before = parts.slice(0, at).map(({ name }) => name);
			expect(after.filter((name) => !before.includes(name))).toEqual([]);
		});
});
