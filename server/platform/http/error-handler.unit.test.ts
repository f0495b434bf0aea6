import type { Server } from "node:http";
import express from "express";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DatabaseUnavailableError } from "#server/platform/db/unreachable.ts";
import { listening } from "#server/testing/app/listening.ts";
import { ERROR_KINDS } from "#shared/platform/error-codes.ts";
import { AppError } from "./app-error.ts";
import { apiNotFound, errorHandler, sayOfOurFaults } from "./error-handler.ts";

let origin: string;
let server: Server;
let thrown: unknown;
let said: { level: number; msg: string; method?: string; path?: string; err?: { message: string } }[] = [];

beforeAll(async () => {
	const log = pino({ level: "info" }, { write: (line: string) => void said.push(JSON.parse(line)) });
	const app = express();
	app.use((req, _res, next) => {
		Object.assign(req, { user: { id: "ada", email: "secret@example.com" } });
		next();
	});
	app.get("/fails", () => {
		throw thrown;
	});
	app.get("/fails-late", (_req, res) => {
		res.write("half");
		throw new Error("in the middle");
	});
	app.get("/asks", () => {
		throw thrown;
	});
	app.use("/asks", sayOfOurFaults("Nobody knows"));
	app.use(apiNotFound);
	app.use(errorHandler({ log, requestIds: { of: () => "r-1" } }));
	// Express' own last word, which ends the connection: not for the test's screen.
	app.set("env", "test");
	({ origin, server } = await listening(app));
});
beforeEach(() => {
	said = [];
});
afterAll(() => void server.close());

it("a route may have its own words for what is ours to mend, and for nothing else", async () => {
	const ask = async (error: unknown) => {
		thrown = error;
		const answer = await fetch(`${origin}/asks`);
		return [answer.status, answer.headers.get("retry-after"), await answer.json()];
	};
	const ours = { message: "Nobody knows", requestId: "r-1" };
	expect(await ask(new Error("a secret"))).toEqual([500, null, { kind: "internal", code: "internal", ...ours }]);
	expect(await ask(new DatabaseUnavailableError(900))).toEqual([
		503,
		"5",
		{ kind: "unavailable", code: "unavailable", ...ours },
	]);
	expect(said.map(({ level }) => level)).toEqual([50, 50]);
	expect(await ask(new AppError("too_many", "Slow down"))).toEqual([
		429,
		null,
		{ kind: "too_many", code: "too_many", message: "Slow down" },
	]);
});

async function answerTo(error: unknown) {
	thrown = error;
	const answer = await fetch(`${origin}/fails?secret=1`);
	return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

it.each([
	["invalid", 400],
	["unauthenticated", 401],
	["forbidden", 403],
	["subscription_required", 403],
	["plan_required", 403],
	["quota_exceeded", 403],
	["not_found", 404],
	["method_not_allowed", 405],
	["conflict", 409],
	["gone", 410],
	["too_large", 413],
	["unsupported_type", 415],
	["too_many", 429],
	["internal", 500],
	["upstream", 502],
	["unavailable", 503],
] as const)("%s is answered %i, with our words", async (kind, status) => {
	const { body, headers, ...answer } = await answerTo(new AppError(kind, "Our words"));
	const named = status >= 500 ? { requestId: "r-1" } : {};
	expect([answer.status, body]).toEqual([status, { kind, code: kind, message: "Our words", ...named }]);
	expect(headers.get("retry-after")).toBeNull();
	expect(ERROR_KINDS).toContain(kind);
});

it("when the same request may work is said", async () => {
	const { headers } = await answerTo(new AppError("too_many", "Later", { retryAfterSeconds: 0 }));
	expect(headers.get("retry-after")).toBe("0");
});

const SORRY = { kind: "internal", code: "internal", message: "Something went wrong" };
const INVALID = { kind: "invalid", code: "invalid", message: "Invalid input" };

it.each<[string, unknown, number, object]>([
	["an error of ours", new Error("ECRET"), 500, SORRY],
	["no error at all", "a text", 500, SORRY],
	["nothing of use", { status: "400" }, 500, SORRY],
	["a body that is no JSON", Object.assign(new Error("ECRET"), { status: 400 }), 400, INVALID],
	["the last of a client's own mistakes", Object.assign(new Error("ECRET"), { status: 499 }), 400, INVALID],
	["what a library calls our mistake", Object.assign(new Error("ECRET"), { status: 500 }), 500, SORRY],
	["what a library calls no mistake", Object.assign(new Error("ECRET"), { status: 399 }), 500, SORRY],
	[
		"a body that is too large",
		Object.assign(new Error("ECRET"), { status: 413 }),
		413,
		{ kind: "too_large", code: "too_large", message: "The request is too large" },
	],
	[
		"a body in an unknown encoding",
		Object.assign(new Error("ECRET"), { status: 415 }),
		415,
		{ kind: "unsupported_type", code: "unsupported_type", message: "This content type is not supported" },
	],
	[
		"a database that is away",
		new DatabaseUnavailableError(900),
		503,
		{ kind: "unavailable", code: "unavailable", message: "The service is briefly unavailable. Please try again." },
	],
])("%s", async (_case, error, status, wanted) => {
	const { body, headers, ...answer } = await answerTo(error);
	const named = status >= 500 ? { requestId: "r-1" } : {};
	expect([answer.status, body]).toEqual([status, { ...wanted, ...named }]);
	expect(headers.get("retry-after")).toBe(status === 503 ? "5" : null);
});

it("our own failures are logged whole, without the query; a client's mistakes are not", async () => {
	await answerTo(new AppError("too_many", "Later"));
	await answerTo(Object.assign(new Error("no JSON"), { status: 400 }));
	expect(said).toEqual([]);
	await answerTo(new Error("the reason"));
	expect(said).toMatchObject([
		{ level: 50, msg: "request failed", method: "GET", path: "/fails", requestId: "r-1", userId: "ada" },
	]);
	expect(JSON.stringify(said)).toContain("the reason");
	expect(JSON.stringify(said)).not.toContain("secret");
});

it("an answer that has begun is broken off, not ended as if it were whole", async () => {
	await expect(fetch(`${origin}/fails-late`).then((answer) => answer.text())).rejects.toThrow();
	expect(said).toEqual([]);
});

it("an unknown path is not found", async () => {
	const answer = await fetch(`${origin}/nowhere`);
	expect([answer.status, await answer.json()]).toEqual([
		404,
		{ kind: "not_found", code: "not_found", message: "Not found" },
	]);
});

it("an error of ours has a name, its words and its cause", () => {
	const cause = new Error("why");
	expect(new AppError("gone", "Gone", { cause })).toMatchObject({ name: "AppError", message: "Gone", cause });
});

it("a code has its kind, and so its status; fields and a limit are passed on unchanged", async () => {
	const fields = [
		{ field: "title", code: "too_long", message: "Too long", limit: 60 },
		{ field: "targetUrl", code: "invalid_url", message: "No URL" },
	] as const;
	const several = await answerTo(new AppError("too_long", "Too long", { fields }));
	expect([several.status, several.body]).toEqual([
		400,
		{ kind: "invalid", code: "too_long", message: "Too long", fields },
	]);
	const one = await answerTo(new AppError("image_too_large", "Too large", { field: "image", limit: 5 }));
	const image = { code: "image_too_large", message: "Too large", limit: 5 };
	expect([one.status, one.body]).toEqual([
		413,
		{ kind: "too_large", ...image, fields: [{ field: "image", ...image }] },
	]);
	const quota = await answerTo(new AppError("quota_exceeded", "All used", { limit: 0 }));
	expect(quota.body).toEqual({ kind: "quota_exceeded", code: "quota_exceeded", message: "All used", limit: 0 });
});
