import pino, { type DestinationStream } from "pino";
import { visibleLines } from "./visible-text.ts";

/** Errors of a closed terminal, and of a pipe without a reader. */
const GONE = new Set(["EIO", "EPIPE"]);
/** Most buffered log lines while the disk is full; more are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Lines for the person who started this, on standard output. */
export function say(lines: string[]): void {
	process.stdout.write(`${visibleLines(lines.join("\n"))}\n`);
}

/** From now on a closed terminal ends nothing: its output is dropped. */
export function surviveLostScreen(): void {
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Standard output for the log, unbuffered; silent once its reader is gone. */
export function logToScreen(): DestinationStream {
	const screen = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
	screen.on("error", (error: NodeJS.ErrnoException) => {
		// A full disk may recover; a closed terminal doesn't.
		if (GONE.has(error.code ?? "")) screen.write = () => true;
	});
	return screen;
}
