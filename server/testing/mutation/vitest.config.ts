import path from "node:path";
import { defineConfig } from "vitest/config";
import { ROOT } from "../machine/root.ts";
import { partNamed } from "./parts.ts";
import { SmallestFirst } from "./smallest-first.ts";

// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
const { MUTATION_PART, MUTATION_DATABASE = "" } = process.env;
/** Only the core's tests count (server/testing/README.md). */
const REST = "**/*.{extended,serial,fuzz}.test.ts";
const { tests } = partNamed(MUTATION_PART);

/** One project, as Stryker wants it, with the tests of one part, on the sources. */
export default defineConfig({
	root: ROOT,
	test: {
		root: ROOT,
		testTimeout: 120_000,
		hookTimeout: 120_000,
		include: tests.filter((glob) => !glob.startsWith("!")),
		exclude: [REST, ...tests.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1))],
		sequence: { sequencer: SmallestFirst },
		runner: path.join(import.meta.dirname, "loading-runner.ts"),
		provide: { databaseServer: MUTATION_DATABASE },
	},
});
