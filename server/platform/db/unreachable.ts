import { serversIn } from "#server/platform/config/database-addresses.ts";
import { causesOf } from "#server/platform/work/causes-of.ts";
import { codeOf } from "#server/platform/work/error-code.ts";

/** Codes of sockets and PostgreSQL for "away, full or stopping", in words. */
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
/** PostgreSQL's: classes 08, 53 and 57P, statement timeouts, and a database that takes no writes (a standby, or while it moves). */
const POSTGRES_CODE = /^(08...|53...|57P0[1-5]|57014|25006)$/;
/** Messages of pg without a code; "timeout expired" is about connecting. */
const NO_ANSWER =
	/timeout exceeded when trying to connect|^timeout expired$|Connection terminated|Query read timeout|not queryable/;

/** The database didn't answer in time; the caller fails instead of waiting. */
export class DatabaseUnavailableError extends Error {
	override readonly name = "DatabaseUnavailableError";
	/** @param withinMs the health check's timeout */
	constructor(withinMs: number) {
		super(`The database did not answer within ${withinMs} ms`);
	}
}

type HostReason = { address: string; reason: Error | null };

/** None of a database's hosts takes writes; `reason` null: it is a standby. */
export class NoPrimaryError extends Error {
	override readonly name = "NoPrimaryError";
	/** Addresses have passwords, which a printed error must not show. */
	readonly #hosts: HostReason[];

	constructor(hosts: HostReason[]) {
		const each = hosts.map(({ address, reason }) => `${serversIn(address)}: ${reason?.message ?? "a standby"}`);
		super(`None of the database's hosts is the primary (${each.join(", ")})`);
		this.#hosts = hosts;
	}

	get hosts(): HostReason[] {
		return this.#hosts;
	}
}

/** How the database is unavailable according to this error, ignoring causes; null if it isn't. */
export function unavailableInWords(error: Error): string | null {
	const words = AWAY[codeOf(error)];
	const syscall = "syscall" in error ? error.syscall : undefined;
	// A missing file's, unless it is a socket.
	if (words && syscall !== "open" && (codeOf(error) !== "ENOENT" || syscall === "connect")) return words;
	return NO_ANSWER.test(error.message) ? "no answer" : null;
}

/** Whether an error or its cause means that the database is unreachable or late. */
export function isUnreachable(error: unknown): boolean {
	return causesOf(error).some((cause) => {
		const code = codeOf(cause);
		if (cause instanceof DatabaseUnavailableError || cause instanceof NoPrimaryError) return true;
		if (POSTGRES_CODE.test(code) || NO_ANSWER.test(cause.message)) return true;
		// Other libraries use the same codes.
		return ("syscall" in cause || cause instanceof AggregateError) && unavailableInWords(cause) !== null;
	});
}
