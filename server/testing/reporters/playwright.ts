import path from "node:path";
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";
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
		const failed = (this.suite?.allTests() ?? []).filter((test) => test.outcome() === "unexpected");
		const summary = failedTestsSummary(
			failed.map((test) => ({ place: placeOf(test, this.root), name: nameOf(test) })),
			"npm run test:e2e --",
		);
		process.stdout.write(summary);
	}
}

function placeOf({ location }: TestCase, root: string): string {
	return `${path.relative(root, location.file)}:${location.line}`;
}

/** Without the project and the file, which the place has. */
function nameOf(test: TestCase): string {
	return test.titlePath().slice(3).join(" › ");
}
