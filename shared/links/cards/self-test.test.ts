import { expect, it } from "vitest";
import { selfTest } from "./self-test.ts";

const warning = { level: "warn", text: "Slack: the picture is heavy", mend: "Choose a smaller one" };
const failure = { level: "fail", text: "X: there is no title", mend: "Write one" };
const answer = {
	took: 812,
	results: [
		{ fetcher: "Slack", findings: [warning] },
		{ fetcher: "X", findings: [failure, warning] },
		{ fetcher: "LinkedIn", findings: [] },
	],
};

it("a test says of each fetcher what it would miss and what mends that (P202)", () => {
	expect(selfTest.parse({ ...answer, linkId: 7 })).toEqual(answer);
});

it.each([
	["how long it took", { took: undefined }],
	["whole milliseconds", { took: 0.5 }],
	["a level that there is", { results: [{ fetcher: "X", findings: [{ ...failure, level: "" }] }] }],
	["what mends it", { results: [{ fetcher: "X", findings: [{ ...failure, mend: undefined }] }] }],
	["who would miss it", { results: [{ findings: [failure] }] }],
])("a test is not told without %s", (_, changes) => {
	expect(selfTest.safeParse({ ...answer, ...changes }).success).toBe(false);
});
