import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import net from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

type Line = { level: number; msg: string; err?: { message?: string }; path?: string; requestId?: string };

const FAULT = "a fault put here by a test";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const WENT_WRONG = { kind: "internal", message: "Something went wrong" };
const IMAGE = `/images/${"0".repeat(64)}.jpg`;

/** What the next call of each does instead of its work. */
const faults: { now?: () => never; read?: () => never } = {};
const lines: string[] = [];
const uncaught: unknown[] = [];
const noteUncaught = (error: unknown) => uncaught.push(error);

const app = useTestApp({
	deps: ({ images, now }) => ({
		log: createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) }),
		now: () => faults.now?.() ?? now(),
		images: { ...images, read: async (imageUrl) => faults.read?.() ?? images.read(imageUrl) },
	}),
});
let owner: Subscriber;

beforeAll(async () => {
	owner = await subscriber(app);
	process.on("uncaughtException", noteUncaught);
	process.on("unhandledRejection", noteUncaught);
});
afterAll(() => {
	process.off("uncaughtException", noteUncaught);
	process.off("unhandledRejection", noteUncaught);
});
beforeEach(() => {
	lines.length = 0;
	uncaught.length = 0;
});
afterEach(async () => {
	for (const name of ["now", "read"] as const) delete faults[name];
	// Whatever was thrown: the process has not heard of it, and answers the next request.
	await new Promise((resolve) => setImmediate(resolve));
	expect(uncaught).toEqual([]);
	expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
});

const throws = () => {
	throw new Error(FAULT);
};
/** The lines of errors, each of which must be JSON. */
const errorLines = () => lines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level >= 50);
const visit = (path: string) => fetch(app.origin + path, { redirect: "manual", headers: { "user-agent": CHROME } });

/** One line, which says what it was; and no word of it to the client. */
async function expectOne500(answer: Response) {
	expect(answer.status).toBe(500);
	expect(answer.headers.get("cache-control")).toMatch(/no-store/);
	const text = await answer.text();
	expect(text).toContain("Something went wrong");
	expect(text).not.toMatch(/fault|\bat .*:\d+:\d+/);
	expect(errorLines()).toMatchObject([{ err: { message: FAULT } }]);
	return text;
}

/** The same; answer, body and line name the request alike (P145). */
async function expectNamed500(answer: Response) {
	const text = await expectOne500(answer);
	const requestId = answer.headers.get("x-request-id");
	expect(requestId).toMatch(/^[\w.-]+$/);
	expect(text).toContain(requestId);
	expect(errorLines()).toMatchObject([{ requestId }]);
	return text;
}

describe("an error that is thrown while a public link is answered is one 500 and one line", () => {
	it("when the link is remembered", async () => {
		const path = new URL((await createLink(owner)).shortUrl).pathname;
		expect((await visit(path)).status).toBe(302);
		faults.now = throws;
		await expectNamed500(await visit(path));
		delete faults.now;
		expect((await visit(path)).status).toBe(302);
	});

	it("when the link is looked up", async () => {
		const path = new URL((await createLink(owner)).shortUrl).pathname;
		faults.now = throws;
		await expectNamed500(await visit(path));
		delete faults.now;
		expect((await visit(path)).status).toBe(302);
	});

	it("when its view is safe, and only the answer fails", async () => {
		const path = new URL((await createLink(owner)).shortUrl).pathname;
		app.server.prependOnceListener("request", (_req: IncomingMessage, res: ServerResponse) => {
			res.writeHead = () => {
				Reflect.deleteProperty(res, "writeHead");
				throw new Error(FAULT);
			};
		});
		await expectNamed500(await visit(path));
		expect((await visit(path)).status).toBe(302);
	});
});

describe("an error that is thrown in Express is one 500 and one line", () => {
	it("in a handler", async () => {
		faults.now = throws;
		expect(JSON.parse(await expectNamed500(await owner.get(API.links.monthlyUsage)))).toMatchObject(WENT_WRONG);
	});

	it("when what was thrown can't be looked at by who answers errors", async () => {
		const { proxy, revoke } = Proxy.revocable(new Error(FAULT), {});
		revoke();
		faults.read = () => {
			throw proxy;
		};
		const answer = await visit(IMAGE);
		expect(answer.status).toBe(500);
		expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
		expect(await answer.text()).toMatch(/^Something went wrong\. Please try again\.\nRequest: [\w-]+\n$/);
		expect(errorLines()).toMatchObject([{ path: IMAGE }]);
	});

	it("when its causes lead back to it", async () => {
		const error = new Error(FAULT);
		error.cause = error;
		faults.read = () => {
			throw error;
		};
		await expectNamed500(await visit(IMAGE));
	});
});

describe("an error that is thrown by a listener of a request's own events ends that request alone", () => {
	const version = async () => ({ path: API.version, status: 200 });
	const publicLink = async () => ({ path: new URL((await createLink(owner)).shortUrl).pathname, status: 302 });

	it.each([
		["the answer", "finish", "an API", version],
		["the request", "close", "a public link", publicLink],
	] as const)("when %s is done: %s, of %s", async (whose, event, _what, make) => {
		const { path, status } = await make();
		app.server.prependOnceListener("request", (req: IncomingMessage, res: ServerResponse) => {
			(whose === "the answer" ? res : req).once(event, throws);
		});
		expect((await visit(path)).status).toBe(status);
		// It may happen a moment after the client has its answer.
		await until(() => errorLines().length > 0);
		expect(errorLines()).toMatchObject([{ err: { message: FAULT }, path }]);
	});

	it("when the request of a public link has come, and its answer waits", async () => {
		const { path } = await publicLink();
		app.server.prependOnceListener("request", (req: IncomingMessage) => {
			req.once("resume", throws).resume();
		});
		await expectOne500(await visit(path));
		expect(errorLines()).toMatchObject([{ path }]);
	});

	it("when the body comes", async () => {
		app.server.prependOnceListener("request", (req: IncomingMessage) => {
			setImmediate(() => req.prependOnceListener("data", throws));
		});
		const body = "x".repeat(10);
		const head = `POST ${API.stripeWebhook} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`;
		const socket = net.connect(Number(new URL(app.origin).port), "127.0.0.1");
		socket.write(head);
		await once(app.server, "request");
		await new Promise((resolve) => setImmediate(resolve));
		socket.write(body);
		const [answer] = await once(socket, "data");
		socket.destroy();
		expect(String(answer)).toMatch(/^HTTP\/1\.1 500 /);
		expect(errorLines()).toMatchObject([{ err: { message: FAULT }, path: API.stripeWebhook }]);
	});
});

describe("an error that is thrown by a listener of the server ends that connection alone", () => {
	it("request: 500", async () => {
		app.server.prependOnceListener("request", throws);
		await expectNamed500(await visit(API.version));
	});

	it("what stands around the listener: 500", async () => {
		// The first thing that is asked of a connection by anyone who watches for slow clients.
		app.server.prependOnceListener("request", (req: IncomingMessage) => {
			Object.defineProperty(req.socket, "bytesRead", { get: throws });
		});
		const answer = await rawRequest(app.origin, `GET ${API.version} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
		expect(answer.status).toBe(500);
		expect(errorLines()).toMatchObject([{ err: { message: FAULT } }]);
	});

	it.each([
		["upgrade", "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
		["connect", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n"],
		["clientError", "no request at all\r\n\r\n"],
		["connection", ""],
	])("%s: a closed socket", async (event, bytes) => {
		app.server.prependOnceListener(event, throws);
		const { text } = await rawRequest(app.origin, bytes);
		expect(text).toBe("");
		expect(errorLines()).toMatchObject([{ err: { message: FAULT } }]);
	});

	it("and without one of ours, each is answered", async () => {
		const upgrade = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n";
		const connect = "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n";
		const answers = await Promise.all(
			[upgrade, connect, "no request at all\r\n\r\n"].map((bytes) => rawRequest(app.origin, bytes)),
		);
		expect(answers.map(({ status }) => status)).toEqual([200, 405, 400]);
		for (const { text } of answers) expect(text).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
		expect(errorLines()).toEqual([]);
	});
});

it("an answer that has begun is broken off, and that is one line", async () => {
	app.server.prependOnceListener("request", (_req: IncomingMessage, res: ServerResponse) => {
		res.writeHead(200, { "Content-Length": "10" }).write("half");
		throw new Error(FAULT);
	});
	const { text } = await rawRequest(app.origin, `GET ${API.version} HTTP/1.1\r\nHost: a\r\n\r\n`);
	expect(text).not.toContain("Something");
	expect(errorLines()).toMatchObject([{ err: { message: FAULT } }]);
});
