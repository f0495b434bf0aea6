import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { FailedTest } from "../reporters/failed-tests.ts";

/** What a runner's reporter hands to the summary of the suite. */
export type Results = {
	passed: number;
	failed: FailedTest[];
	/** Passed at the second try only. */
	flaky: FailedTest[];
	/** Seconds of each file, waits included. */
	files: { file: string; seconds: number }[];
};

/** Names the file to which a reporter writes its results; unset outside the suite. */
export const RESULTS_VARIABLE = "SUITE_RESULTS";

/** Called by reporters at their end. */
export function writeResults(results: Results): void {
	// biome-ignore lint/style/noProcessEnv: how the suite tells its runners
	const file = process.env[RESULTS_VARIABLE];
	if (file) writeFileSync(file, JSON.stringify(results));
}

/** The results of a part; an empty object for a part without a runner, or one that ended before its reporter. */
export async function readResults(file: string): Promise<Partial<Results>> {
	const text = await readFile(file, "utf8").catch(() => "{}");
	return JSON.parse(text) as Partial<Results>;
}
