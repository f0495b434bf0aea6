import { expect, it } from "vitest";
import { DatabaseUnavailableError, isUnreachable } from "./unreachable.ts";

const error = (fields: object, message = "No") => Object.assign(new Error(message), fields);

it.each<[string, Error, boolean]>([
	["a refused connection", error({ code: "ECONNREFUSED", syscall: "connect" }), true],
	["one that was refused at each address", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), true],
	["a name that can't be looked up", error({ code: "EAI_AGAIN", syscall: "getaddrinfo" }), true],
	["a socket that isn't there", error({ code: "ENOENT", syscall: "connect" }), true],
	["a file that isn't there", error({ code: "ENOENT", syscall: "open" }), false],
	["a folder that isn't there", error({ code: "ENOENT", syscall: "mkdir" }), false],
	["another library's hang-up", error({ code: "ECONNRESET" }, "socket hang up"), false],
	["a database that stops", error({ code: "57P01" }), true],
	["a statement that took too long", error({ code: "57014" }), true],
	["a database that takes no writes", error({ code: "25006" }), true],
	["a pool that is full", error({}, "timeout exceeded when trying to connect"), true],
	["no pulse", new DatabaseUnavailableError(5), true],
	["what Drizzle wraps", new Error("Failed query", { cause: error({ code: "08006" }) }), true],
	["a broken rule", error({ code: "23505" }), false],
])("%s: the database is away: %o", (_, thrown, isUnavailable) => {
	expect(isUnreachable(thrown)).toBe(isUnavailable);
});
