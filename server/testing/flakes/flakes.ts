import { REST_FILE } from "../suite/parts.ts";

/** What makes a test depend on the machine, and what to write instead. */
type Flake = { pattern: RegExp; instead: string; inRest: "forbidden" | "allowed" };

/** Text between the parentheses of `expect(…)`, on one line. */
const EXPECT = String.raw`expect\(.*`;
const AT_MOST = String.raw`\)\.toBeLessThan(?:OrEqual)?\(`;
const STOPWATCH = String.raw`(?:(?:performance|Date)\.now\(\) - |hrtime|\bmilliseconds\b|\btook\b|elapsed|\bmsAfter)`;
const PIXELS = String.raw`(?:\b(?:scroll|client|offset)?[Hh]eight\w*\b|boundingBox)`;

/** The classes of server/testing/README.md that a line shows. Only rest files may bound a time: they run by themselves or prove it. */
const FLAKES: readonly Flake[] = [
	{ pattern: /\bwaitForTimeout\(/, instead: "wait for the event", inRest: "forbidden" },
	{
		pattern: /await new Promise(?:<\w+>)?\(\(?(\w+)\)? => setTimeout\(\1\b/,
		instead: "no sleep: wait for the event, or use a fake clock",
		inRest: "forbidden",
	},
	{
		pattern: /\b(?:test|hook)Timeout: \d{1,2}_\d{3}\b/,
		instead: "no time limit below the suite's (vite.config.ts)",
		inRest: "forbidden",
	},
	{
		pattern: /\bvi\.wait(?:For|Until)\((?!.*(?:LIMIT|timeout))/,
		instead: "vi.waitFor gives up after a second: use expect.poll or until",
		inRest: "forbidden",
	},
	{
		pattern: /\bawait delay\(/,
		instead: "no sleep: wait for the event, or use a fake clock",
		inRest: "forbidden",
	},
	{
		pattern: new RegExp(`${EXPECT}${STOPWATCH}.*${AT_MOST}`),
		instead: "no upper time bound: assert which timer, deadline or answer it was",
		inRest: "allowed",
	},
	{
		pattern: new RegExp(`${EXPECT}${PIXELS}.*${AT_MOST}\\d`),
		instead: "no pixels of text: compare two elements, or what is in view",
		inRest: "forbidden",
	},
];

export type FoundFlake = { line: number; instead: string };

/** Lines of a test file that depend on the machine; lines count from 1. */
export function flakesIn(file: string, source: string): FoundFlake[] {
	const kinds = FLAKES.filter(({ inRest }) => inRest === "forbidden" || !REST_FILE.test(file));
	return source
		.split("\n")
		.flatMap((text, index) =>
			kinds.filter(({ pattern }) => pattern.test(text)).map(({ instead }) => ({ line: index + 1, instead })),
		);
}
