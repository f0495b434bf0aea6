import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { accountInLog } from "./account-in-log.ts";
import { errorForLog } from "./error-for-log.ts";
import { logToScreen } from "./screen.ts";
import { visibleLines } from "./visible-text.ts";

type LogOptions = {
	logLevel: string;
	/** Its secret makes account names equal across processes; without one they change at each start. */
	session?: { secret: string | null };
	onLine?: (line: unknown) => void;
};

type LogDestination = DestinationStream & { flushSync?: () => void };

/** A log of JSON lines, safe to show in terminals (P481). */
export function createLog(
	{ logLevel, session, onLine }: LogOptions,
	destination: LogDestination = logToScreen(),
): Logger {
	const accountOf = accountInLog(session?.secret ?? null);
	const options: LoggerOptions = {
		level: logLevel,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		serializers: { err: errorForLog },
		// Here, so that every line is covered (P483).
		formatters: {
			log: ({ userId, ...fields }) => (typeof userId === "string" ? { ...fields, account: accountOf(userId) } : fields),
		},
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
		// pino calls this when the process is about to end.
		flushSync: () => destination.flushSync?.(),
	} as LogDestination);
}
