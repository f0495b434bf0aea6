import pino, { type DestinationStream, type Logger } from "pino";
import { errorForLog } from "./error-for-log.ts";
import { logToScreen } from "./screen.ts";

/** Lines of JSON to the screen, or to another place. */
export function createLog({ logLevel }: { logLevel: string }, destination: DestinationStream = logToScreen()): Logger {
	const serializers = { err: errorForLog };
	return pino({ level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
}
