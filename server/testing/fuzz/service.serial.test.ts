import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { listenersOn } from "#server/testing/machine/processes.ts";
import { API } from "#shared/platform/api-paths.ts";
import { moderationService } from "../loop-guard/guarded-service.ts";
import { said } from "../loop-guard/stretches.ts";
import { changed, changes, nastySegment } from "./inputs.ts";
import { type BytesAnswer, sendBytes } from "./send-bytes.ts";
import { COUNT, SEED, SOON_MS, TIMEOUT_MS } from "./surface.ts";

/** So many requests are under way at once. */
const AT_ONCE = 8;
const TARGETS = COUNT;
const OTHERS = Math.ceil(COUNT / 5);

let database: TestDatabase;
let dataDir: string;
let service: Awaited<ReturnType<typeof startKillableService>>;
let moderation: Awaited<ReturnType<typeof moderationService>>;
let origin: string;
let port: number;
/** Anyone who listened on the port before anything was sent. */
let first: number[];
/** Answers of 503: nothing here asks for more than the service has room for. */
let unavailable = 0;

beforeAll(async () => {
	database = await createTestDatabase();
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-fuzz-"));
	port = await freePort();
	moderation = await moderationService();
	const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "fatal" };
	service = await startKillableService({ ...env, ...moderation.env });
	await moderation.begin();
	origin = `http://127.0.0.1:${port}`;
	first = listenersOn(port);
	process.stdout.write(`process ${first} listens before ${TARGETS} request targets and ${OTHERS} other requests\n`);
});

afterAll(async () => {
	process.stdout.write(`process ${listenersOn(port)} listens after them, and has answered 503 ${unavailable} times\n`);
	await service.stop();
	await Promise.all([database.drop(), moderation.remove()]);
	await rm(dataDir, { recursive: true, force: true });
});

describe("the built service, started as people start it, answers everything and stays the same process", () => {
	/** Bytes that end no line: what a client may put between the method and the protocol. */
	const bytes = fc
		.uint8Array({ maxLength: 40 })
		.map((list) => Buffer.from(list.filter((byte) => byte !== 10 && byte !== 13)).toString("latin1"));
	const start = fc.constantFrom(
		...[
			"/go/",
			"/go/ada/",
			"/go",
			"//go/",
			"/GO/",
			"/go/~size/",
			"/api/",
			"/api/auth/google?",
			"/images/",
			"/sandbox/",
		],
		...["/assets/", "/", "", "http://localhost/go/", "http://[", "//", "*", "/pricing?", API.auth.logout],
	);
	const target = fc
		.tuple(start, fc.array(fc.oneof(nastySegment, bytes), { maxLength: 3 }))
		.map(([first, parts]) => first + parts.join("/"));

	it(
		`${TARGETS} malformed request targets`,
		async () => {
			const texts = fc.sample(fc.tuple(fc.constantFrom("GET", "GET", "GET", "HEAD", "POST"), target), {
				numRuns: TARGETS,
				seed: SEED,
			});
			const requests = ["%", "/go/%", "/%", "/go/%/x", "/go/a/%E0%A4"].map((path) => ["GET", path] as const);
			await expectAllAnswered(
				[...requests, ...texts].map(([method, path]) => `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
			);
		},
		TIMEOUT_MS,
	);

	it(
		`${OTHERS} malformed requests of other kinds`,
		async () => {
			const whole = fc.constantFrom(
				`POST ${API.links.all} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 8\r\n\r\n--x--\r\n\r\n`,
				`POST ${API.auth.onboarding} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
				`POST ${API.stripeWebhook} HTTP/1.1\r\nHost: a\r\nStripe-Signature: t=1,v1=a\r\nContent-Length: 2\r\n\r\n{}`,
				`GET ${API.auth.google}?login_hint=ada@example.com HTTP/1.1\r\nHost: a\r\nCookie: visualink=s%3Aa.b\r\n\r\n`,
				"GET /go/ada/real HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n",
				"POST /sandbox/google/token HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
			);
			const requests = fc.sample(fc.tuple(whole, changes), { numRuns: OTHERS, seed: SEED });
			await expectAllAnswered(requests.map(([text, list]) => changed(Buffer.from(text, "latin1"), list)));
		},
		TIMEOUT_MS,
	);
});

async function expectAllAnswered(requests: (string | Buffer)[]): Promise<void> {
	const wrong: string[] = [];
	const waiting = requests.map((request) => Buffer.from(request as string, "latin1"));
	const work = async () => {
		for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) {
			const answer = await sendBytes(origin, bytes);
			const problem = problemOf(answer, bytes);
			if (problem) wrong.push(`${problem}: ${JSON.stringify(bytes.toString("latin1"))}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	expect(wrong).toEqual([]);
	expect((await fetch(`${origin}/healthz`)).status).toBe(200);
	expect(first).toHaveLength(1);
	expect(listenersOn(port)).toEqual(first);
	expect((await moderation.failures()).map(said)).toEqual([]);
}

/** What is wrong with an answer; nothing came at all of a request without a single byte. */
function problemOf({ status, milliseconds }: BytesAnswer, request: Buffer): string | null {
	if (milliseconds > SOON_MS) return `${milliseconds} ms`;
	if (status === null) return request.toString("latin1").trim() === "" ? null : "no answer";
	if (status === 503) unavailable += 1;
	return status >= 500 ? String(status) : null;
}
