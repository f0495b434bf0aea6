import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { codeOf } from "#server/platform/work/error-code.ts";
import { CommandError } from "../command-error.ts";

type Program = "pg_dump" | "pg_restore";

/**
 * Runs a client program of PostgreSQL, from PATH, on a database. Its password is not among the arguments, which
 * everyone on the machine may read.
 * @param input a file that the program reads from standard input. It ends with this process then, so that a program
 * without its parent fails, and what it did in one transaction is rolled back
 * @throws CommandError when the program is missing, too old, or fails, in its own words
 */
export async function runPostgres(name: Program, databaseUrl: string, args: string[], input?: string): Promise<void> {
	const { address, password } = forLibpq(databaseUrl);
	// biome-ignore lint/style/noProcessEnv: the program needs PATH, and takes its password from the environment
	const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
	const child = spawn(name, [...args, "-d", address], { env, stdio: [input ? "pipe" : "ignore", "ignore", "pipe"] });
	let said = "";
	child.stderr?.on("data", (chunk: Buffer) => (said += chunk));
	const ended = new Promise<number | string | null>((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code, signal) => resolve(code ?? signal));
	});
	const [code] = await Promise.all([ended, input && child.stdin && feed(input, child.stdin)]).catch(
		(error: unknown) => {
			throw codeOf(error) === "ENOENT" ? new CommandError(notFound(name)) : error;
		},
	);
	if (code !== 0) throw new CommandError(sentenceAbout(name, said.trim() || `it ended with ${code}`));
}

/** A program that fails stops reading, and says itself why. */
async function feed(file: string, stdin: NodeJS.WritableStream): Promise<void> {
	await pipeline(createReadStream(file), stdin).catch((error: unknown) => {
		if (!["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes(codeOf(error))) throw error;
	});
}

/** The address as PostgreSQL's own library takes it: Node's knows two settings more. */
function forLibpq(databaseUrl: string): { address: string; password: string } {
	const url = new URL(databaseUrl);
	const password = decodeURIComponent(url.password);
	url.password = "";
	url.searchParams.delete("uselibpqcompat");
	if (url.searchParams.get("sslmode") === "no-verify") url.searchParams.set("sslmode", "require");
	return { address: url.href, password };
}

function notFound(name: Program): string {
	return `${name} was not found: install PostgreSQL's client programs, of the server's version or newer.`;
}

function sentenceAbout(name: Program, said: string): string {
	return /server version mismatch|unsupported version/.test(said)
		? `This ${name} is too old: install the one of the server's version or newer (${said.replaceAll(/\s*\n\s*/g, "; ")}).`
		: `${name} failed: ${firstError(said)}`;
}

/** One line of what it said: the error, without the statement and the table of contents around it. */
function firstError(said: string): string {
	const lines = said.split("\n");
	return lines.find((line) => /error:|ERROR:/.test(line)) ?? lines[0] ?? said;
}
