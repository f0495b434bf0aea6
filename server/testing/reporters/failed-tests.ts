/** A test that failed: where it stands, relative to the root of the project, and its full name. */
export type FailedTest = { place: string; name: string };

/**
 * The last lines of a run that failed: what failed, and one command that runs only that.
 * @param command what the command begins with; quoted places follow, each once
 * @returns an empty string where nothing failed
 */
export function failedTestsSummary(failed: FailedTest[], command: string): string {
	if (failed.length === 0) return "";
	const names = failed.map(({ place, name }) => `  ${place} › ${name}`);
	const places = new Set(failed.map(({ place }) => place));
	return [`\nFailed (${failed.length}):`, ...names, "Run only these:", `  ${[command, ...places].join(" ")}`, ""].join(
		"\n",
	);
}
