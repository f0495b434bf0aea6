import { type RunnerTask, type RunnerTestSuite, TestRunner, test, type VitestTestRunner } from "vitest";

/**
 * A test file that cannot be loaded, or whose own hooks fail, has a failed test. Stryker looks at tests alone, and at the
 * hooks of a `describe` around them; it would call a change that lets nothing start one that nobody noticed.
 */
// biome-ignore lint/style/noDefaultExport: how Vitest loads a runner
export default class LoadingRunner extends TestRunner {
	/** Vitest sets it. */
	declare onTaskUpdate: VitestTestRunner["onTaskUpdate"];

	override async importFile(...[file, source]: Parameters<TestRunner["importFile"]>): Promise<unknown> {
		try {
			return await super.importFile(file, source);
		} catch (error) {
			if (source !== "collect") throw error;
			return test("can be loaded", () => {
				throw error;
			});
		}
	}

	override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
		await super.onAfterRunSuite(suite);
		const { errors } = suite.result ?? {};
		const skipped = firstTest(suite);
		if (suite.file !== suite || !errors?.length || skipped?.result?.state !== "skip") return;
		// In place, for what was told of it before may be on its way still.
		Object.assign(skipped.result, { state: "fail", errors });
		await this.onTaskUpdate?.([[skipped.id, skipped.result, skipped.meta]], []);
	}
}

function firstTest(task: RunnerTask | undefined): RunnerTask | undefined {
	return task?.type === "suite" ? firstTest(task.tasks[0]) : task;
}
