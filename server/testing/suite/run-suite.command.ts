import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import concurrently, { type CloseEvent } from "concurrently";
import { cpuSecondsOf } from "../machine/cpu-time.ts";
import { freePort } from "../machine/free-port.ts";
import { countRestFiles } from "./metrics.ts";
import { CHECK, type Part, SUITES, type SuiteName } from "./parts.ts";
import { RESULTS_VARIABLE, readResults } from "./results.ts";
import { type Outcome, summary } from "./summary.ts";

/**
 * `npm test` (core) and `npm run test:rest` (rest): runs all parts, also after one has failed, then says what failed, how
 * long each part took and what was not run. Words after the name run only the parts that they name.
 */

const [suite, ...only] = process.argv.slice(2) as [SuiteName, ...string[]];
const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-results-"));
const port = String(await freePort());

/** Runs parts next to each other; each line that they print begins with the part's name. */
async function run(parts: Part[]): Promise<Outcome[]> {
	if (parts.length === 0) return [];
	const commands = parts.map(({ name, command }) => {
		return { name, command, env: { [RESULTS_VARIABLE]: resultsOf(name), E2E_PORT: port } };
	});
	const { result } = concurrently(commands, { prefix: "name", padPrefix: true });
	const events = await result.catch((failed: CloseEvent[]) => failed);
	return await Promise.all(
		events.map(async ({ command, exitCode, timings }) => {
			const results = await readResults(resultsOf(command.name));
			return { name: command.name, isGreen: exitCode === 0, seconds: timings.durationSeconds, ...results };
		}),
	);
}

function resultsOf(part: string): string {
	return path.join(folder, `${part}.json`);
}

function isWanted({ name }: Part): boolean {
	return only.length === 0 || only.includes(name);
}

const known = [CHECK, ...SUITES[suite].flatMap(({ parts }) => parts)].map(({ name }) => name);
const unknown = only.filter((name) => !known.includes(name));
if (unknown.length > 0) {
	process.stderr.write(`There is no part ${unknown.join(", ")}. Parts: ${known.join(", ")}.\n`);
	process.exit(1);
}

const startedAt = Date.now();
const checked = suite === "core" && isWanted(CHECK) ? run([CHECK]) : Promise.resolve([]);
const outcomes: Outcome[] = [];
const isAnyWanted = SUITES[suite].some(({ parts, isNeeded }) => !isNeeded && parts.some(isWanted));
for (const { parts, isNeeded } of SUITES[suite]) {
	const ended = await run(isNeeded && isAnyWanted ? parts : parts.filter(isWanted));
	outcomes.push(...ended);
	if (isNeeded && ended.some(({ isGreen }) => !isGreen)) break;
}
outcomes.push(...(await checked));
await rm(folder, { recursive: true });

const seconds = (Date.now() - startedAt) / 1_000;
const metrics = { suite, seconds, cpuSeconds: cpuSecondsOf(process.pid) || null, restFiles: await countRestFiles() };
process.stdout.write(summary(outcomes, metrics));
process.exitCode = outcomes.every(({ isGreen }) => isGreen) ? 0 : 1;
