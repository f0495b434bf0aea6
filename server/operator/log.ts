import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { errorForLog } from "./error-for-log.ts";
import { logToScreen } from "./screen.ts";

type LogOptions = {
	logLevel: string;
	/** Hears of every line that is written, before it is. */
	hear?: (line: unknown) => void;
};

/** Lines of JSON to the screen, or to another place. */
export function createLog({ logLevel, hear }: LogOptions, destination: DestinationStream = logToScreen()): Logger {
	const options: LoggerOptions = {
		level: logLevel,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: errorForLog },
	};
	if (hear) {
		options.hooks = {
			logMethod(line, write) {
				hear(line[0]);
				write.apply(this, line);
			},
		};
	}
	return pino(options, destination);
}
