import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "#server/testing/machine/root.ts";
import { EXAMPLE_FILE, KEY_VARIABLE, type Language } from "#shared/api/v1/code-examples.ts";

const run = promisify(execFile);

/** The programs of this machine that run an example's language; TypeScript runs everywhere. */
export const RUNNERS: Partial<Record<Language, { file: string; command: (file: string) => [string, ...string[]] }>> = {
	...(isThere("curl") && { curl: { file: "example.sh", command: (file) => ["sh", file] } }),
	typescript: { file: "example.mts", command: (file) => [process.execPath, "--import", "tsx", file] },
	...(isThere("python3") && { python: { file: "example.py", command: (file) => ["python3", file] } }),
};

function isThere(program: string): boolean {
	return spawnSync(program, ["--version"]).status === 0;
}

/** A folder that is within the project, so that its packages are found, and no part of it. */
export async function scratchFolder() {
	const cache = path.join(ROOT, "node_modules/.cache");
	await mkdir(cache, { recursive: true });
	const dir = await mkdtemp(path.join(cache, "examples-"));
	await writeFile(path.join(dir, "package.json"), '{ "type": "module" }');
	return { dir, remove: () => rm(dir, { recursive: true }) };
}

type RunOptions = { dir: string; key: string; image: Buffer };

/** Runs an example as an integrator would. @returns what it printed @throws if it failed */
export async function runCode(language: Language, code: string, { dir, key, image }: RunOptions): Promise<string> {
	const runner = RUNNERS[language];
	if (!runner) throw new Error(`nothing here runs ${language}`);
	await writeFile(path.join(dir, EXAMPLE_FILE), image);
	// curl ends well whatever is answered.
	await writeFile(path.join(dir, runner.file), code.replace(/^curl /, "curl --fail-with-body --silent --show-error "));
	const [program, ...args] = runner.command(runner.file);
	return runProgram(program, args, { dir, env: { [KEY_VARIABLE]: key } });
}

/** Runs a program in a folder. @returns what it printed @throws if it failed */
export async function runProgram(
	program: string,
	args: string[],
	{ dir, env = {} }: { dir: string; env?: Record<string, string> },
): Promise<string> {
	// biome-ignore lint/style/noProcessEnv: programs need PATH; NODE_OPTIONS are those of this process
	const { stdout } = await run(program, args, { cwd: dir, env: { ...process.env, NODE_OPTIONS: "", ...env } });
	return stdout;
}
