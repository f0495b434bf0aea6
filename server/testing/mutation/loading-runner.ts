import { TestRunner, test } from "vitest";

/**
 * A test file that cannot be loaded is a failed test. Stryker looks at tests alone, and so would call a change that
 * lets nothing start one that nobody noticed.
 */
// biome-ignore lint/style/noDefaultExport: how Vitest loads a runner
export default class LoadingRunner extends TestRunner {
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
}
