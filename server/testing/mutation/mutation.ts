import { once } from "node:events";
import { readFile, rename, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { startTestServer } from "#server/testing/app/global-setup.ts";
import { GROUPS, type Group, type Part } from "./parts.ts";
import { startStryker } from "./start-stryker.ts";

/**
 * `npm run night -- mutation rules server/account/auth/return-to.ts`: changes the code in one place at a time and asks whether a test
 * notices. Without a name every group, without files every file of it. Fails when a group has less than is wanted of it.
 */
const report = z.object({
	files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});
type Mutants = { noticed: number; all: number };

/** Where Stryker writes, as its configuration says. Git ignores it. */
const FOLDER = ".mutation";

const { positionals } = parseArgs({ allowPositionals: true });
const [asked, ...files] = positionals;
const lines: string[] = [];
for (const [name, { parts, wanted }] of Object.entries(asked === undefined ? GROUPS : groupNamed(asked))) {
	const total = { noticed: 0, all: 0 };
	for (const [part, what] of Object.entries(parts)) {
		const { noticed, all } = await mutate(part, what);
		total.noticed += noticed;
		total.all += all;
	}
	const score = total.all === 0 ? 100 : (100 * total.noticed) / total.all;
	lines.push(`${name}: ${total.noticed} of ${total.all} mutants noticed, ${score.toFixed(1)} % (wanted: ${wanted} %)`);
	if (files.length === 0 && score < wanted) process.exitCode = 1;
}
process.stdout.write(`${lines.join("\n")}\n`);

/** A group, or one part of it alone. */
function groupNamed(name: string): Record<string, Group> {
	const group = GROUPS[name];
	if (group) return { [name]: group };
	for (const { parts, wanted } of Object.values(GROUPS)) {
		const part = parts[name];
		if (part) return { [name]: { wanted, parts: { [name]: part } } };
	}
	process.stderr.write(`There is no group "${name}". There are ${Object.keys(GROUPS).join(", ")}.\n`);
	process.exit(2);
}

async function mutate(name: string, part: Part): Promise<Mutants> {
	process.stdout.write(`\n${name}\n`);
	await rm(`${FOLDER}/report.json`, { force: true });
	// One for all the processes that run tests: those whose tests do not end are killed, and would leave theirs behind.
	const database = part.needsDatabase ? await startTestServer() : null;
	const stryker = startStryker({
		mutate: files.length > 0 ? files : part.mutate,
		part: name,
		databaseServer: database?.server ?? "",
	});
	const [code, signal] = await once(stryker, "exit").finally(() => database?.stop());
	if (code !== 0) {
		process.stderr.write(`Stryker ended with ${signal ?? code}; there is no score.\n`);
		process.exit(1);
	}
	for (const type of ["html", "json"]) await rename(`${FOLDER}/report.${type}`, `${FOLDER}/${name}.${type}`);
	return countMutants(JSON.parse(await readFile(`${FOLDER}/${name}.json`, "utf8")));
}

/** A mutant counts as noticed when a test failed or did not end. */
function countMutants(json: unknown): Mutants {
	const mutants = Object.values(report.parse(json).files).flatMap((file) => file.mutants);
	const of = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
	const noticed = of("Killed", "Timeout");
	return { noticed, all: noticed + of("Survived", "NoCoverage") };
}
