import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { errorForLog } from "./error-for-log.ts";
import { logToScreen } from "./screen.ts";

type LogOptions = {
	logLevel: string;
	/** Called with every line before it is written. */
	onLine?: (line: unknown) => void;
};

/** Lines of JSON to the screen, or to another place. */
export function createLog({ logLevel, onLine }: LogOptions, destination: DestinationStream = logToScreen()): Logger {
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
	return pino(options, destination);
}
