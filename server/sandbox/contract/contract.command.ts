import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Shape } from "./recorder.ts";
import { checkTypes } from "./type-check.ts";

/** The suites in which the product calls Stripe, or gets its events. */
const SUITES = [
	"server/sandbox",
	"server/billing/subscriptions",
	"server/account",
	"server/billing/onboarding",
	"server/billing/plans",
];

/**
 * Runs the suites (those that are named, else all in which Stripe takes part), and holds every request, answer, refusal
 * and event that passed against the SDK's types. Ends with 1 where one is wrong, or a suite is.
 */
const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-contract-"));
try {
	const suites = process.argv.length > 2 ? process.argv.slice(2) : SUITES;
	const code = await runSuites(
		["unit", "integration", "extended"].flatMap((name) => ["--project", name]).concat(suites),
	);
	const { counts, wrong } = await checkTypes(await recorded());
	for (const [kind, { passed, shapes }] of Object.entries(counts)) {
		process.stdout.write(`${`${kind}s`.padEnd(9)} ${String(passed).padStart(8)} passed, in ${shapes} shapes\n`);
	}
	process.stdout.write(`wrong     ${String(wrong.length).padStart(8)}\n${wrong.map((line) => `  ${line}\n`).join("")}`);
	process.exitCode = wrong.length > 0 || counts.answer.passed === 0 ? 1 : code;
} finally {
	await rm(folder, { recursive: true, force: true });
}

function runSuites(args: string[]): Promise<number> {
	const suites = spawn("npx", ["vitest", "run", ...args], {
		stdio: "inherit",
		// biome-ignore lint/style/noProcessEnv: handed on to the suites
		env: { ...process.env, CONTRACT_FOLDER: folder },
	});
	return new Promise((resolve) => suites.on("close", (code) => resolve(code ?? 1)));
}

/** What all processes of the suites have written, each shape once. */
async function recorded(): Promise<Shape[]> {
	const all = new Map<string, Shape>();
	for (const file of await readdir(folder)) {
		const shapes = JSON.parse(await readFile(path.join(folder, file), "utf8")) as Shape[];
		for (const { times, ...passed } of shapes) {
			const key = JSON.stringify(passed);
			all.set(key, { ...passed, times: times + (all.get(key)?.times ?? 0) });
		}
	}
	return [...all.values()];
}
