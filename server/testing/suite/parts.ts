/** A part of the suite: one command, whose failures are told by name at the end. */
export type Part = {
	name: string;
	command: string;
	/** Whose reporter writes results for the summary; without one, only the exit code counts. */
	runner?: "vitest" | "playwright";
	/** Names of earlier parts that end before this one starts. */
	after?: string[];
	/** Runs only if a part after it does; if it fails, no part after it runs. */
	isSetUp?: boolean;
};

export type SuiteName = "core" | "rest";

const BROWSER: Part = { name: "browser", command: "npm run --silent browser", isSetUp: true };
const BUILD: Part = { name: "build", command: "npm run --silent build", isSetUp: true };

/**
 * What `npm test` and `npm run test:rest` run, each part as soon as those before it have ended. Which files belong to which suite,
 * each file says by its own name (server/testing/README.md): this and the projects in vite.config.ts and playwright.config.ts only
 * name the endings.
 */
export const SUITES: Record<SuiteName, Part[]> = {
	core: [
		{ name: "check", command: "npm run --silent check" },
		BUILD,
		// A machine without a browser fetches one while the parts that need none compute.
		BROWSER,
		// They wait for the database and for pages as long as they compute: two cores have room for three at once.
		{ ...vitest("tests", ["unit", "isolated", "integration", "screens"], 3), after: ["build"] },
		{ ...playwright("core"), after: ["build", "browser"] },
	],
	rest: [
		BUILD,
		BROWSER,
		{ ...vitest("extended", ["extended"]), after: ["build", "browser"] },
		{ ...playwright("extended"), after: ["build", "browser"] },
		{ ...vitest("serial", ["serial"]), after: ["build", "browser", "extended", "journeys"] },
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

function playwright(project: string): Part {
	return { name: "journeys", command: `playwright test --project ${project}`, runner: "playwright" };
}

/** The parts that are asked for by name (none: all), and those that set up what they need. */
export function wantedParts(parts: Part[], only: string[]): Part[] {
	const isWanted = ({ name, isSetUp }: Part) => (only.length === 0 ? !isSetUp : only.includes(name));
	const wanted = parts.filter(isWanted);
	return parts.filter((part) => {
		return wanted.includes(part) || (part.isSetUp && wanted.some(({ after }) => after?.includes(part.name)));
	});
}
