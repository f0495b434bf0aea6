import type pg from "pg";
import type { Logger } from "pino";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import { type Db, openDb, openPool } from "#server/db/connect.ts";
import { findEmbedded } from "#server/db/embedded.ts";
import { loadEnvFile } from "./env-file.ts";
import { createLog } from "./log.ts";

/** What an operator asked for can't be done; the message tells why, in a sentence. */
export class CommandError extends Error {
	override readonly name: string = "CommandError";
}

/**
 * Runs one command of an operator's beside the server, on the same environment and database, and prints the lines it
 * returns. A {@link CommandError}, or a file that the system refuses, is printed and ends the process with code 1.
 */
export async function runCommand(work: (args: string[]) => Promise<string[]>): Promise<void> {
	try {
		loadEnvFile();
		print(await work(process.argv.slice(2)), process.stdout);
	} catch (error) {
		const words = wordsFor(error);
		if (words === null) throw error;
		print([words], process.stderr);
		process.exitCode = 1;
	}
}

/** null: only the whole error says what is wrong. */
function wordsFor(error: unknown): string | null {
	if (error instanceof CommandError || error instanceof ConfigError) return error.message;
	// What the operating system refuses names the file.
	return error instanceof Error && "syscall" in error ? `It can't be done: ${error.message}` : null;
}

/** What a command needs of the outside world. */
export type CommandDeps = { config: Config; pool: pg.Pool; db: Db; now: () => Date; log: Logger };

/** Lends the server's configuration and database to `use`; an embedded database must be running. */
export async function withDatabase<T>(use: (deps: CommandDeps) => Promise<T>): Promise<T> {
	// biome-ignore lint/style/noProcessEnv: a command reads the environment as the server's entry does
	return lend(readConfig(process.env), use);
}

/** The same for a command that has nothing to do with Google, Stripe or sessions: their variables may be missing. */
export async function withDatabaseAlone<T>(use: (deps: CommandDeps) => Promise<T>): Promise<T> {
	return lend(readCommandConfig(), use);
}

/** Of Google, Stripe and sessions. */
const OUTSIDE = [
	...["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "SESSION_SECRET"],
	...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
];
const WITHOUT_OUTSIDE = Object.fromEntries(OUTSIDE.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, ""]));

/**
 * The configuration of a command that asks nothing of Google, Stripe or sessions: whatever is said of them, such as a live
 * key, or a file that this user may not read, is none of its business.
 */
export function readCommandConfig(): Config {
	// biome-ignore lint/style/noProcessEnv: a command reads the environment as the server's entry does
	return readConfig({ ...process.env, ...WITHOUT_OUTSIDE, SANDBOX: "1" });
}

async function lend<T>(config: Config, use: (deps: CommandDeps) => Promise<T>): Promise<T> {
	const log = createLog(config);
	const pool = openPool({ url: databaseUrlOf(config), log });
	try {
		return await use({ config, pool, db: openDb(pool), now: () => new Date(), log });
	} finally {
		await pool.end();
	}
}

/** @throws CommandError where none is configured and no embedded one runs */
export function databaseUrlOf({ db, dataDir }: Config): string {
	const url = db.url ?? findEmbedded({ dataDir });
	if (url === null) throw new CommandError("No database was found: start Visualink first, or set DATABASE_URL.");
	return url;
}

function print(lines: string[], stream: NodeJS.WriteStream): void {
	stream.write(lines.map((line) => `${line}\n`).join(""));
}
