/** A part of the suite: one command, whose failures are told by name at the end. */
export type Part = {
	name: string;
	command: string;
	/** Whose reporter writes results for the summary; without one, only the exit code counts. */
	runner?: "vitest" | "playwright";
};

/** Parts of one stage run next to each other; a stage starts when the one before has ended, and nothing is red that it needs. */
type Stage = { parts: Part[]; isNeeded?: boolean };

export type SuiteName = "core" | "rest";

const BROWSER: Part = { name: "browser", command: "npm run --silent browser" };
const BUILD: Part = { name: "build", command: "npm run --silent build" };

/** Runs during all stages: it needs none of them, and they need no more than the build. */
export const CHECK: Part = { name: "check", command: "npm run --silent check" };

/**
 * What `npm test` and `npm run test:rest` run. A file says by its own name to which it belongs (server/testing/README.md): this and
 * the projects in vite.config.ts and playwright.config.ts only name the endings.
 */
export const SUITES: Record<SuiteName, Stage[]> = {
	core: [
		{ parts: [BROWSER, BUILD], isNeeded: true },
		{
			parts: [
				// They wait for the database and for pages as long as they compute: two cores have room for three at once.
				vitest("tests", ["unit", "isolated", "integration", "screens"], 3),
				{ name: "journeys", command: "playwright test --project core", runner: "playwright" },
			],
		},
	],
	rest: [
		{ parts: [BROWSER, BUILD], isNeeded: true },
		{
			parts: [
				vitest("extended", ["extended"]),
				{ name: "journeys", command: "playwright test --project extended", runner: "playwright" },
			],
		},
		{ parts: [vitest("serial", ["serial"])] },
	],
};

/** Endings of the files that `npm test` leaves to `npm run test:rest`. */
export const REST_FILE = /\.(?:extended|serial|fuzz)\.(?:test|spec)\.tsx?$/;

/** CPU seconds that `npm test` may take on Linux; a new test over it names what leaves (server/testing/README.md). */
export const CORE_CPU_BUDGET = 600;

function vitest(name: string, projects: string[], workers?: number): Part {
	const options = projects.map((project) => `--project ${project}`);
	if (workers) options.push(`--maxWorkers ${workers}`);
	return {
		name,
		command: `vitest run ${options.join(" ")}`,
		runner: "vitest",
	};
}
