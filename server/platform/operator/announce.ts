import type { Logger } from "pino";
import { ConfigError } from "#server/platform/config/config.ts";
import { createLog } from "./log.ts";
import { say } from "./screen.ts";
import { visibleLines } from "./visible-text.ts";

/** Writes to the person who started the process, at every log level. */
export type Announce = (lines: string[]) => void;

/** Text for a person, log lines in production, where programs parse every line. */
export function createAnnounce({ isProduction, log }: { isProduction: boolean; log: Logger }): Announce {
	if (!isProduction) return say;
	const always = log.child({}, { level: "info" });
	return (lines) => {
		for (const line of lines) always.info(line.trim());
	};
}

/** Node's own warnings, and libraries', become lines of the log instead of text next to it. */
export function logWarnings(log: Logger): void {
	process.removeAllListeners("warning");
	process.on("warning", ({ name, message }) => log.warn({ warning: name }, message));
}

/** Reports why the process doesn't start: without a stack if the operator can fix it. */
export function reportFailedStart(error: unknown, { isProduction }: { isProduction: boolean }): void {
	const words = wordsFor(error);
	if (!isProduction) {
		// biome-ignore lint/suspicious/noConsole: this is for the person who started it
		console.error(words === null ? error : visibleLines(words));
		return;
	}
	const [sentence = "", ...problems] = (words ?? "Visualink cannot start").split("\n");
	const details = problems.length > 0 ? { problems: problems.map((each) => each.trim()) } : {};
	createLog({ logLevel: "fatal" }).fatal(words === null ? { err: error } : details, sentence);
}

/** null: only the whole error explains it. */
function wordsFor(error: unknown): string | null {
	if (error instanceof ConfigError) return error.message;
	// System errors name the file or address.
	return error instanceof Error && "syscall" in error ? `Visualink cannot start: ${error.message}` : null;
}
