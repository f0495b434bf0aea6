import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { startTestServer } from "#server/testing/global-setup.ts";
import { GROUPS, type Group, type Part } from "./parts.ts";

/**
 * `npm run mutation -- rules server/auth/return-to.ts`: changes the code in one place at a time and asks whether a test
 * notices. Without a name every group, without files every file of it. Fails when a group has less than is wanted of it.
 */
type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** Whatever is written meanwhile, the reports too. Git ignores it. */
const FOLDER = ".mutation";

const { positionals } = parseArgs({ allowPositionals: true });
const [asked, ...files] = positionals;
const groups = asked === undefined ? GROUPS : { [asked]: groupNamed(asked) };
const lines: string[] = [];
for (const [name, { parts, wanted }] of Object.entries(groups)) {
	const mutants: Mutant[] = [];
	for (const [part, what] of Object.entries(parts)) mutants.push(...(await mutantsOf(part, what)));
	const { score, text } = verdict(mutants);
	lines.push(`${name}: ${text}, wanted ${wanted} %`);
	if (files.length === 0 && score < wanted) process.exitCode = 1;
}
process.stdout.write(`${lines.join("\n")}\n`);

/** A group, or one part of it alone. */
function groupNamed(name: string): Group {
	const group = GROUPS[name];
	if (group) return group;
	for (const { parts, wanted } of Object.values(GROUPS)) {
		const part = parts[name];
		if (part) return { wanted, parts: { [name]: part } };
	}
	process.stderr.write(`There is no group "${name}". There are ${Object.keys(GROUPS).join(", ")}.\n`);
	process.exit(2);
}

async function mutantsOf(name: string, part: Part): Promise<Mutant[]> {
	process.stdout.write(`\n${name}\n`);
	if (!part.needsDatabase) return await runStryker(name, part, "");
	// One for all the processes that run tests: those whose tests do not end are killed, and would leave theirs behind.
	const { server, stop } = await startTestServer();
	try {
		return await runStryker(name, part, server);
	} finally {
		await stop();
	}
}

async function runStryker(name: string, { mutate, needsDatabase }: Part, databaseServer: string): Promise<Mutant[]> {
	// biome-ignore lint/style/noProcessEnv: how a command tells its tests what to do
	Object.assign(process.env, { MUTATION_PART: name, MUTATION_DATABASE: databaseServer });
	return await new Stryker({
		mutate: files.length > 0 ? files : mutate,
		testRunner: "vitest",
		plugins: ["@stryker-mutator/vitest-runner"],
		// Imports tell which unit tests may notice a change; whatever starts the whole app imports everything.
		vitest: { configFile: "server/testing/mutation/vitest.config.ts", related: !needsDatabase },
		coverageAnalysis: "perTest",
		concurrency: 2,
		timeoutMS: 20_000,
		// Stryker would rewrite it with the programming interface of TypeScript, which version 7 does not have.
		tsconfigFile: "none",
		disableTypeChecks: false,
		tempDirName: `${FOLDER}/work`,
		ignorePatterns: ["/dist", "/.data", "/screenshots", "/test-results", "/playwright-report"],
		reporters: ["clear-text", "progress-append-only", "html", "json"],
		clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
		htmlReporter: { fileName: `${FOLDER}/${name}.html` },
		jsonReporter: { fileName: `${FOLDER}/${name}.json` },
	}).runMutationTest();
}

/** A mutant counts as noticed when a test failed or did not end. */
function verdict(mutants: Mutant[]): { score: number; text: string } {
	const judged = mutants.filter(({ status }) => !["CompileError", "RuntimeError", "Ignored"].includes(status));
	const noticed = judged.filter(({ status }) => status === "Killed" || status === "Timeout");
	const score = judged.length === 0 ? 100 : (100 * noticed.length) / judged.length;
	return { score, text: `${noticed.length} of ${judged.length} mutants noticed (${score.toFixed(1)} %)` };
}
