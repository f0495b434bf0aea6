import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { codeOf } from "#server/platform/work/error-code.ts";
import { CommandError } from "../command-error.ts";

type Options = {
	/** Added to this process's environment. */
	env?: Record<string, string>;
	cwd?: string;
	/**
	 * A file that the program reads from standard input. It ends with this process then, so that a program without its
	 * parent fails, and what it did in one transaction is rolled back.
	 */
	input?: string | undefined;
	/** What to do where it isn't installed. */
	notFound: string;
};

/** How a program ended (an exit code or a signal), and what it wrote. */
export type Ended = { code: number | string | null; output: string; errors: string };

/**
 * Runs a program from PATH to its end.
 * @throws CommandError when it isn't installed
 */
export async function runProgram(name: string, args: string[], options: Options): Promise<Ended> {
	const { env, cwd, input, notFound } = options;
	// biome-ignore lint/style/noProcessEnv: the program needs PATH, and takes its passwords from the environment
	const given = { cwd, env: { ...process.env, ...env } };
	const child = spawn(name, args, { ...given, stdio: [input ? "pipe" : "ignore", "pipe", "pipe"] });
	const said = { output: "", errors: "" };
	child.stdout?.on("data", (chunk: Buffer) => (said.output += chunk));
	child.stderr?.on("data", (chunk: Buffer) => (said.errors += chunk));
	const ended = new Promise<number | string | null>((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code, signal) => resolve(code ?? signal));
	});
	const [code] = await Promise.all([ended, input && child.stdin && feed(input, child.stdin)]).catch(
		(error: unknown) => {
			throw codeOf(error) === "ENOENT" ? new CommandError(`${name} was not found: ${notFound}.`) : error;
		},
	);
	return { code, ...said };
}

/** A program that fails stops reading, and says itself why. */
async function feed(file: string, stdin: NodeJS.WritableStream): Promise<void> {
	await pipeline(createReadStream(file), stdin).catch((error: unknown) => {
		if (!["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes(codeOf(error))) throw error;
	});
}
