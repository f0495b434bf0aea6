import path from "node:path";
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { writeResults } from "../suite/results.ts";
import { failedTestsSummary } from "./failed-tests.ts";

/** Ends a failed run of Playwright with the names of what failed and the command that runs only these. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export
export default class FailedTestsReporter implements Reporter {
	private root = "";
	private suite: Suite | undefined;

	printsToStdio(): boolean {
		return true;
	}

	onBegin(config: FullConfig, suite: Suite): void {
		this.root = config.configFile ? path.dirname(config.configFile) : config.rootDir;
		this.suite = suite;
	}

	onEnd(): void {
		const tests = this.suite?.allTests() ?? [];
		const those = (outcome: ReturnType<TestCase["outcome"]>) =>
			tests
				.filter((test) => test.outcome() === outcome)
				.map((test) => ({ place: placeOf(test, this.root), name: nameOf(test) }));
		const failed = those("unexpected");
		const flaky = those("flaky");
		process.stdout.write(failedTestsSummary(failed, "npm run test:e2e --"));
		const passed = those("expected").length + flaky.length;
		const files = tests.map((test) => ({ file: placeOf(test, this.root), seconds: secondsOf(test) }));
		writeResults({ passed, failed, flaky, files });
	}
}

function placeOf({ location }: TestCase, root: string): string {
	return `${path.relative(root, location.file)}:${location.line}`;
}

function secondsOf({ results }: TestCase): number {
	return results.reduce((sum, { duration }) => sum + duration, 0) / 1_000;
}

/** Without the project and the file, which the place has. */
function nameOf(test: TestCase): string {
	return test.titlePath().slice(3).join(" › ");
}
