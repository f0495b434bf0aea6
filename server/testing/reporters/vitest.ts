import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { writeResults } from "../suite/results.ts";
import { type FailedTest, failedTestsSummary } from "./failed-tests.ts";

/** Ends a failed run of Vitest with the names of what failed and the command that runs only these files. */
export class FailedTestsReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
		const failed = [...modules.flatMap(failedIn), ...errors.map(outsideTests)];
		const passed = modules.reduce((sum, { children }) => sum + [...children.allTests("passed")].length, 0);
		const files = modules.map((module) => ({ file: placeOf(module), seconds: module.diagnostic().duration / 1_000 }));
		process.stdout.write(failedTestsSummary(failed, "npm run build && npx vitest run"));
		writeResults({ passed, failed, flaky: modules.flatMap(flakyIn), files });
	}
}

function placeOf({ moduleId }: TestModule): string {
	return path.relative(process.cwd(), moduleId);
}

function failedIn(module: TestModule): FailedTest[] {
	const place = placeOf(module);
	const failed = [...module.children.allTests("failed")].map(({ fullName }) => ({ place, name: fullName }));
	if (failed.length > 0 || module.ok()) return failed;
	// A hook or an import that failed has run no test.
	return [{ place, name: module.errors()[0]?.message.split("\n")[0] ?? "did not run" }];
}

function flakyIn(module: TestModule): FailedTest[] {
	const passed = [...module.children.allTests("passed")].filter((test) => test.diagnostic()?.flaky);
	return passed.map(({ fullName }) => ({ place: placeOf(module), name: fullName }));
}

/** What was thrown while no test waited for it. */
function outsideTests(error: unknown): FailedTest {
	const { message } = error as Error;
	return { place: "outside tests", name: String(message).split("\n")[0] ?? "" };
}
