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

/** Prints one line at once, so that each completed step is printed before the next one can fail. */
export type Say = (line: string) => void;

type Options = {
	/** What an error of another party, such as Stripe, means in one sentence; null: it isn't theirs. */
	sentenceFor?: (error: unknown) => string | null;
};

/**
 * Runs one command of an operator's next to the server, on the same environment and database, and prints the lines it
 * returns. Whatever fails is one sentence on standard error, and exit code 1 (P299).
 */
export async function runCommand(
	work: (args: string[], say: Say) => Promise<string[]>,
	{ sentenceFor = () => null }: Options = {},
): Promise<void> {
	let said: Promise<unknown> = Promise.resolve();
	const say = (line: string) => {
		said = Promise.all([said, print([line], process.stdout)]);
		said.catch(() => {});
	};
	// A stream that fails rejects the write, and emits an error that nothing else handles.
	process.stdout.on("error", () => {});
	process.stderr.on("error", () => {});
	try {
		loadEnvFile();
		const lines = await work(process.argv.slice(2), say);
		await said;
		await print(lines, process.stdout);
	} catch (error) {
		process.exitCode = 1;
		// The cause first: what Stripe's connection says would pass for the database's.
		const cause = error instanceof Error ? error.cause : null;
		const words = sentenceFor(cause) ?? sentenceFor(error) ?? wordsFor(error) ?? unexpected(error);
		await print(words.split("\n"), process.stderr).catch(() => {});
	}
}

/** null: it says nothing that an operator could fix. */
function wordsFor(error: unknown): string | null {
	if (error instanceof CommandError || error instanceof ConfigError) return error.message;
	// What the operating system refuses names the file.
	return error instanceof Error && "syscall" in error ? `It can't be done: ${error.message}` : null;
}

/** A fault of ours: its first line, and how to see where it is. */
function unexpected(error: unknown): string {
	const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
	// biome-ignore lint/style/noProcessEnv: the configuration may be what failed
	if (process.env.LOG_LEVEL === "debug") return stack ?? message;
	return `An unexpected error: ${message.split("\n")[0]} (LOG_LEVEL=debug shows where).`;
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
const OUTSIDE = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
const SESSIONS = "SESSION_SECRET";

/**
 * The configuration of a command that asks nothing of Google, Stripe or sessions: whatever is said of them, such as a live
 * key, or a file that this user may not read, is none of its business.
 * @param withSessions the secret of sessions is read, for the rare command that needs it
 */
export function readCommandConfig({ withSessions = false } = {}): Config {
	const left = [...OUTSIDE, ...(withSessions ? [] : [SESSIONS])].flatMap((name) => [name, `${name}_FILE`]);
	const without = Object.fromEntries(left.map((name) => [name, ""]));
	const { env } = process;
	const { SESSION_SECRET, SESSION_SECRET_FILE } = env;
	// Names accounts as the log does, where it can be read.
	const secret = readSecretFiles({ SESSION_SECRET, SESSION_SECRET_FILE }).env.SESSION_SECRET || null;
	const config = readConfig({ ...env, ...without, SANDBOX: "1" });
	return withSessions ? config : { ...config, session: { secret } };
}

/** @throws CommandError in words about the database, where it is what fails */
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

/** @throws CommandError where none is configured and no embedded one runs */
export function databaseUrlOf({ db, dataDir }: Config): string {
	const url = db.url ?? findEmbedded({ dataDir });
	if (url === null) throw new CommandError("No database was found: start Visualink first, or set DATABASE_URL.");
	return url;
}

/**
 * All that a command prints: users' texts are in it, and nothing of them controls the terminal or passes for another line
 * (P481). Rejects where the lines can't be written, as on a full disk: by then, the command may have changed something.
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
