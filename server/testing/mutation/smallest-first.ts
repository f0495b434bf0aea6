import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A mutant is done with at the first test that notices it, so the quickest files come first: mostly the smallest. */
export class SmallestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const bytes = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
		return files.toSorted((a, b) => bytes(a) - bytes(b));
	}
}
