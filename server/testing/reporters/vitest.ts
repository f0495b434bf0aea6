import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { type FailedTest, failedTestsSummary } from "./failed-tests.ts";

/** Ends a failed run of Vitest with the names of what failed and the command that runs only these files. */
export class FailedTestsReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		process.stdout.write(failedTestsSummary(modules.flatMap(failedIn), "npm run build && npx vitest run"));
	}
}

function failedIn(module: TestModule): FailedTest[] {
	const place = path.relative(process.cwd(), module.moduleId);
	const failed = [...module.children.allTests("failed")].map(({ fullName }) => ({ place, name: fullName }));
	if (failed.length > 0 || module.ok()) return failed;
	// A hook or an import that failed has run no test.
	return [{ place, name: module.errors()[0]?.message.split("\n")[0] ?? "did not run" }];
}
