import type pg from "pg";
import type { Logger } from "pino";
import { type Config, ConfigError, readConfig } from "#server/platform/config/config.ts";
import { readSecretFiles } from "#server/platform/config/secret-files.ts";
import { databaseSentence } from "#server/platform/db/command-trouble.ts";
import { type Db, openDb, openPool } from "#server/platform/db/connect.ts";
import { findEmbedded } from "#server/platform/db/embedded.ts";
import { CommandError } from "./command-error.ts";
import { loadEnvFile } from "./env-file.ts";
import { createLog } from "./log.ts";
import { visibleLine } from "./visible-text.ts";

export type Say = (line: string) => void;

type Options = {
	/** What another party's error, such as Stripe's, means in one sentence; null if it isn't theirs. */
	sentenceFor?: (error: unknown) => string | null;
};

/** Runs an operator's command. A failure is one sentence on standard error, and exit code 1 (P299). */
export async function runCommand(
	work: (args: string[], say: Say) => Promise<string[]>,
	{ sentenceFor = () => null }: Options = {},
): Promise<void> {
	let said: Promise<unknown> = Promise.resolve();
	const say = (line: string) => {
		said = Promise.all([said, print([line], process.stdout)]);
		said.catch(() => {});
	};
	// A failing stream rejects the write and also emits an error that nothing else handles.
	process.stdout.on("error", () => {});
	process.stderr.on("error", () => {});
	try {
		loadEnvFile();
		const lines = await work(process.argv.slice(2), say);
		await said;
		await print(lines, process.stdout);
	} catch (error) {
		process.exitCode = 1;
		// The cause first: Stripe's connection errors look like the database's.
		const cause = error instanceof Error ? error.cause : null;
		const words = sentenceFor(cause) ?? sentenceFor(error) ?? wordsFor(error) ?? unexpected(error);
		await print(words.split("\n"), process.stderr).catch(() => {});
	}
}

function wordsFor(error: unknown): string | null {
	if (error instanceof CommandError || error instanceof ConfigError) return error.message;
	// System errors name the file.
	return error instanceof Error && "syscall" in error ? `It can't be done: ${error.message}` : null;
}

/** Our own fault: its first line, and how to see the stack. */
function unexpected(error: unknown): string {
	const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
	// biome-ignore lint/style/noProcessEnv: the configuration may be what failed
	if (process.env.LOG_LEVEL === "debug") return stack ?? message;
	return `An unexpected error: ${message.split("\n")[0]} (LOG_LEVEL=debug shows where).`;
}

export type CommandDeps = { config: Config; pool: pg.Pool; db: Db; now: () => Date; log: Logger };

/** Lends the server's configuration and database to `use`; an embedded database must be running. */
export async function withDatabase<T>(use: (deps: CommandDeps) => Promise<T>): Promise<T> {
	// biome-ignore lint/style/noProcessEnv: a command reads the environment as the server's entry does
	return lend(readConfig(process.env), use);
}

/** For commands without Google, Stripe or sessions: their variables may be missing. */
export async function withDatabaseAlone<T>(use: (deps: CommandDeps) => Promise<T>): Promise<T> {
	return lend(readCommandConfig(), use);
}

const OUTSIDE = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
const SESSIONS = "SESSION_SECRET";

/**
 * The configuration of commands without Google, Stripe or sessions: their variables, even wrong or unreadable ones, are
 * ignored.
 * @param withSessions also read the sessions' secret
 */
export function readCommandConfig({ withSessions = false } = {}): Config {
	const left = [...OUTSIDE, ...(withSessions ? [] : [SESSIONS])].flatMap((name) => [name, `${name}_FILE`]);
	const without = Object.fromEntries(left.map((name) => [name, ""]));
	const { env } = process;
	const { SESSION_SECRET, SESSION_SECRET_FILE } = env;
	// For names of accounts as in the log, if readable.
	const secret = readSecretFiles({ SESSION_SECRET, SESSION_SECRET_FILE }).env.SESSION_SECRET || null;
	const config = readConfig({ ...env, ...without, SANDBOX: "1" });
	return withSessions ? config : { ...config, session: { secret } };
}

/** @throws CommandError about the database, if that is what fails */
async function lend<T>(config: Config, use: (deps: CommandDeps) => Promise<T>): Promise<T> {
	const log = createLog({ ...config, logLevel: config.logLevel === "debug" ? "debug" : "silent" });
	const url = databaseUrlOf(config);
	const pool = openPool({ url, log });
	try {
		return await use({ config, pool, db: openDb(pool), now: () => new Date(), log });
	} catch (error) {
		if (error instanceof CommandError || error instanceof ConfigError) throw error;
		const sentence = databaseSentence(error, url);
		throw sentence === null ? error : new CommandError(sentence, { cause: error });
	} finally {
		await pool.end();
	}
}

/** @throws CommandError if none is configured and no embedded one runs */
export function databaseUrlOf({ db, dataDir }: Pick<Config, "db" | "dataDir">): string {
	const url = db.url ?? findEmbedded({ dataDir });
	if (url === null) throw new CommandError("No database was found: start Visualink first, or set DATABASE_URL.");
	return url;
}

/**
 * Prints a command's output; users' texts can't control the terminal or fake lines (P481). Rejects if writing fails.
 */
function print(lines: string[], stream: NodeJS.WriteStream): Promise<void> {
	const text = lines.map((line) => `${visibleLine(line)}\n`).join("");
	if (text === "") return Promise.resolve();
	return new Promise((resolve, reject) =>
		stream.write(text, (error) => (error ? reject(new CommandError(lostOutput(error))) : resolve())),
	);
}

function lostOutput({ message }: Error): string {
	return `The output can't be written (${message}): what the command had done by then is done.`;
}
