import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import concurrently, { type CloseEvent } from "concurrently";
import { cpuSecondsOf } from "../machine/cpu-time.ts";
import { freePort } from "../machine/free-port.ts";
import { countRestFiles } from "./metrics.ts";
import { type Part, SUITES, type SuiteName, wantedParts } from "./parts.ts";
import { RESULTS_VARIABLE, readResults } from "./results.ts";
import { type Outcome, summary } from "./summary.ts";

/**
 * `npm test` (core) and `npm run test:rest` (rest): runs all parts, also after one has failed, then says what failed, how
 * long each part took and what was not run. Words after the name run only the parts that they name.
 */

const [suite, ...only] = process.argv.slice(2) as [SuiteName, ...string[]];
const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-results-"));
const port = String(await freePort());

/** Runs a part after those that it waits for; null if what sets it up has failed. Each line it prints begins with its name. */
async function runInTurn(part: Part): Promise<Outcome | null> {
	const before = await Promise.all((part.after ?? []).map((name) => ends.get(name)));
	if (before.some((end) => end && !end.isGreen && isSetUp(end.name))) return null;
	return await run(part);
}

async function run({ name, command }: Part): Promise<Outcome> {
	const env = { [RESULTS_VARIABLE]: resultsOf(name), E2E_PORT: port };
	const { result } = concurrently([{ name, command, env }], { prefix: "name" });
	const [event] = await result.catch((failed: CloseEvent[]) => failed);
	const seconds = event?.timings.durationSeconds ?? 0;
	return { name, isGreen: event?.exitCode === 0, seconds, ...(await readResults(resultsOf(name))) };
}

function isSetUp(name: string): boolean {
	return SUITES[suite].some((part) => part.name === name && part.isSetUp === true);
}

function resultsOf(part: string): string {
	return path.join(folder, `${part}.json`);
}

const known = SUITES[suite].map(({ name }) => name);
const unknown = only.filter((name) => !known.includes(name));
if (unknown.length > 0) {
	process.stderr.write(`There is no part ${unknown.join(", ")}. Parts: ${known.join(", ")}.\n`);
	process.exit(1);
}

const startedAt = Date.now();
const ends = new Map<string, Promise<Outcome | null>>();
for (const part of wantedParts(SUITES[suite], only)) ends.set(part.name, runInTurn(part));
const outcomes = (await Promise.all(ends.values())).filter((end) => end !== null);
await rm(folder, { recursive: true });

const seconds = (Date.now() - startedAt) / 1_000;
const metrics = { suite, seconds, cpuSeconds: cpuSecondsOf(process.pid) || null, restFiles: await countRestFiles() };
process.stdout.write(summary(outcomes, metrics));
process.exitCode = outcomes.every(({ isGreen }) => isGreen) ? 0 : 1;
