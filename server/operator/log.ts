import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { errorForLog } from "./error-for-log.ts";
import { logToScreen } from "./screen.ts";
import { visibleLines } from "./visible-text.ts";

type LogOptions = {
	logLevel: string;
	/** Called with every line before it is written. */
	onLine?: (line: unknown) => void;
};

type LogDestination = DestinationStream & { flushSync?: () => void };

/** Lines of JSON to the screen, or to another place; terminals may show them (P481). */
export function createLog({ logLevel, onLine }: LogOptions, destination: LogDestination = logToScreen()): Logger {
	const options: LoggerOptions = {
		level: logLevel,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: errorForLog },
	};
	if (onLine) {
		options.hooks = {
			logMethod(line, write) {
				onLine(line[0]);
				write.apply(this, line);
			},
		};
	}
	return pino(options, {
		write: (lines) => destination.write(visibleLines(lines)),
		// What pino calls where the process is about to end.
		flushSync: () => destination.flushSync?.(),
	} as LogDestination);
}
