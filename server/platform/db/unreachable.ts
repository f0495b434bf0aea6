import { causesOf } from "#server/platform/work/causes-of.ts";
import { codeOf } from "#server/platform/work/error-code.ts";

/** Sockets' and PostgreSQL's codes that mean "away, full or stopping", in words. */
const AWAY: Record<string, string> = {
	ECONNREFUSED: "nothing listens there",
	ENOENT: "nothing listens there",
	ENOTFOUND: "there is no such host",
	EAI_AGAIN: "its name can't be looked up",
	ETIMEDOUT: "no answer",
	EHOSTUNREACH: "no way leads there",
	ENETUNREACH: "no way leads there",
	ECONNRESET: "the connection was reset",
	EPIPE: "the connection was reset",
	"57P01": "it is stopping",
	"57P02": "it is stopping",
	"57P03": "it is starting or stopping",
	"53300": "it has no connection left; raise its max_connections",
};
/** All of PostgreSQL's: classes 08, 53 and 57P, and a statement that took too long. */
const POSTGRES_CODE = /^(08...|53...|57P0[1-5]|57014)$/;
/** What pg says without a code; "timeout expired" is about making a connection. */
const NO_ANSWER =
	/timeout exceeded when trying to connect|^timeout expired$|Connection terminated|Query read timeout|not queryable/;

/** The database did not answer in time; the caller fails instead of waiting. */
export class DatabaseUnavailableError extends Error {
	override readonly name = "DatabaseAwayError";
	/** @param withinMs how long it was asked for its pulse */
	constructor(withinMs: number) {
		super(`The database did not answer within ${withinMs} ms`);
	}
}

/** How a database is away by this error, without its causes; null where it isn't. */
export function unavailableInWords(error: Error): string | null {
	const words = AWAY[codeOf(error)];
	const syscall = "syscall" in error ? error.syscall : undefined;
	// A file's, unless it is a socket.
	if (words && syscall !== "open" && (codeOf(error) !== "ENOENT" || syscall === "connect")) return words;
	return NO_ANSWER.test(error.message) ? "no answer" : null;
}

/** Whether an error (or its cause) says that the database could not be reached or did not answer in time. */
export function isUnreachable(error: unknown): boolean {
	return causesOf(error).some((cause) => {
		const code = codeOf(cause);
		if (cause instanceof DatabaseUnavailableError || POSTGRES_CODE.test(code) || NO_ANSWER.test(cause.message))
			return true;
		// Other libraries have errors with the same codes.
		return ("syscall" in cause || cause instanceof AggregateError) && unavailableInWords(cause) !== null;
	});
}
