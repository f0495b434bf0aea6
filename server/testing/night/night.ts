import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { ROOT } from "../machine/root.ts";
import { MEASUREMENTS, type Outcome, readOrder, tableOf } from "./measurements.ts";

/**
 * `npm run night`: all measurements one after the other, on a current build, then one table; ends with code 1 where one
 * ended with another than 0. With names only those; with one name, the words after it are its own.
 */
const words = process.argv.slice(2);
if (words.includes("--help") && readOrder(words)?.names.length !== 1) {
	process.stdout.write(`${help().join("\n")}\n`);
	process.exit(0);
}
const order = readOrder(words);
if (order === null) {
	process.stderr.write(`${help().join("\n")}\n`);
	process.exit(2);
}

const { names, args } = order;
const outcomes: Outcome[] = [];
let running: ChildProcess | null = null;
let isStopped = false;
process.on("SIGINT", () => {
	// The terminal sends it to the measurement as well.
	isStopped = true;
});
process.on("SIGTERM", () => {
	isStopped = true;
	running?.kill("SIGTERM");
});
const needsChromium = names.some((name) => MEASUREMENTS[name]?.needsChromium);
const isReady =
	(await run("server/platform/operator/ensure-built.command.ts", [])) === 0 &&
	(!needsChromium || (await run("server/testing/machine/ensure-chromium.ts", [])) === 0);
for (const name of isReady ? names : []) {
	if (isStopped) break;
	process.stdout.write(`\n=== ${name}\n`);
	const begun = performance.now();
	const code = await run(MEASUREMENTS[name]?.file ?? "", args);
	outcomes.push({ name, code, seconds: (performance.now() - begun) / 1_000 });
}
process.stdout.write(`\n${tableOf(names, outcomes).join("\n")}\n`);
process.exitCode = outcomes.length === names.length && outcomes.every(({ code }) => code === 0) ? 0 : 1;

/** @returns its exit code; null where a signal has ended it */
async function run(file: string, options: string[]): Promise<number | null> {
	const child = spawn(process.execPath, ["--import", "tsx", file, ...options], { cwd: ROOT, stdio: "inherit" });
	running = child;
	const [code] = await once(child, "exit");
	running = null;
	return code as number | null;
}

function help(): string[] {
	return [
		"Usage: npm run night [-- <measurement>...]",
		"       npm run night -- <measurement> <its options>",
		"",
		...Object.entries(MEASUREMENTS).map(([name, { does }]) => `  ${name.padEnd(17)}${does}`),
	];
}
