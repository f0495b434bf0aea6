import { codeOf } from "#server/work/error-code.ts";
import { causesOf } from "./sql-errors.ts";

/** Error codes of sockets and of PostgreSQL (classes 08, 53 and 57P) that mean "away, full or stopping". */
const SOCKET_CODES = new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"EPIPE",
	"ETIMEDOUT",
	"ENOTFOUND",
	"EHOSTUNREACH",
	"ENOENT",
]);
const POSTGRES_CODE = /^(08...|53...|57P0[1-5]|57014)$/;
/** What pg says without a code; "timeout expired" is about making a connection. */
const POOL_MESSAGE =
	/timeout exceeded when trying to connect|^timeout expired$|Connection terminated|Query read timeout|not queryable/;

/** The database did not answer in time; the caller fails instead of waiting. */
export class DatabaseAwayError extends Error {
	override readonly name = "DatabaseAwayError";
	/** @param withinMs how long it was asked for its pulse */
	constructor(withinMs: number) {
		super(`The database did not answer within ${withinMs} ms`);
	}
}

/** Whether an error (or its cause) says that the database could not be reached or did not answer in time. */
export function isUnreachable(error: unknown): boolean {
	for (const cause of causesOf(error)) {
		if (cause instanceof DatabaseAwayError) return true;
		const code = codeOf(cause);
		const fromSocket = SOCKET_CODES.has(code) && "syscall" in cause && cause.syscall !== "open";
		if (fromSocket || POSTGRES_CODE.test(code) || POOL_MESSAGE.test(cause.message)) return true;
	}
	return false;
}
