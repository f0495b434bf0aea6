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

/** The database did not answer in time, and nobody is made to wait for it. */
export class DatabaseAwayError extends Error {
	override readonly name = "DatabaseAwayError";
	constructor() {
		super("The database does not answer");
	}
}

/** How far causes are followed: they may lead back to where they began. */
const CAUSES_MAX = 8;

/** Whether an error (or its cause) says that the database could not be reached or did not answer in time. */
export function isUnreachable(error: unknown): boolean {
	let cause = error;
	for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1, cause = cause.cause) {
		if (cause instanceof DatabaseAwayError) return true;
		const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
		const fromSocket = SOCKET_CODES.has(code) && "syscall" in cause && cause.syscall !== "open";
		if (fromSocket || POSTGRES_CODE.test(code) || POOL_MESSAGE.test(cause.message)) return true;
	}
	return false;
}
