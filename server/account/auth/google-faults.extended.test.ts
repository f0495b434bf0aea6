import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { rawRequest } from "#server/testing/app/raw-request.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Google's two addresses that the server itself calls, broken in turn. */
let google: Server;
let answers: Record<"token" | "userinfo", RequestListener>;

const json = (status: number, body: unknown): RequestListener => {
	return (_req, res) => res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const text = (status: number, body: string): RequestListener => {
	return (_req, res) => res.writeHead(status, { "content-type": "text/html" }).end(body);
};
const cut: RequestListener = (req) => req.socket.destroy();
const cutInTheMiddle: RequestListener = (_req, res) => {
	res.writeHead(200, { "content-length": "100" }).write('{"access_token"', () => res.destroy());
};
const silence: RequestListener = () => undefined;
const goodToken = json(200, { access_token: "a", token_type: "Bearer", expires_in: 3599 });
const person = { sub: "1234", email: "ada@example.com", email_verified: true, given_name: "Ada" };

beforeAll(async () => {
	google = createServer((req, res) => (req.url?.startsWith("/token") ? answers.token : answers.userinfo)(req, res));
	google.listen(0, "127.0.0.1");
	await once(google, "listening");
});
afterAll(() => {
	google.closeAllConnections();
	google.close();
});

const lines: string[] = [];
const app = useTestApp({
	deps({ config }) {
		const origin = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
		return {
			// As long as in production: some of these never answer.
			deadlines: { ...config.deadlines, google: DEADLINES.google },
			log: createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) }),
			config: {
				...config,
				google: { ...config.google, tokenURL: `${origin}/token`, userProfileURL: `${origin}/userinfo` },
			},
		};
	},
});
afterEach(() => {
	// Whatever went wrong is told in lines of JSON.
	for (const line of lines.splice(0)) expect(JSON.parse(line)).toHaveProperty("level");
});

/** Goes through sign-in with a Google that answers like this; where it ends, and whether someone is signed in. */
async function signInWith(token: RequestListener, userinfo: RequestListener) {
	answers = { token, userinfo };
	const browser = app.browser();
	const start = await browser.get(API.auth.google);
	const state = new URL(start.headers.get("location") ?? "").searchParams.get("state") ?? "";
	const end = await browser.get(`${API.auth.googleCallback}?code=any&state=${encodeURIComponent(state)}`);
	const isSignedIn = (await browser.get(API.auth.user)).status === 200;
	const retryAfter = end.headers.get("retry-after");
	return { status: end.status, location: end.headers.get("location"), retryAfter, isSignedIn };
}

it("on a late machine Google is not blamed: 503, and when to try again (P492)", async () => {
	const now = performance.now.bind(performance);
	const clock = vi.spyOn(performance, "now");
	// As after a pause of the whole process.
	const pause: RequestListener = () => void clock.mockImplementation(() => now() + 3_600_000);
	const { status, retryAfter } = await signInWith(pause, silence).finally(() => clock.mockRestore());
	expect([status, retryAfter]).toEqual([503, "5"]);
});

describe("while Google is broken, signing in comes back with a reason (C4)", () => {
	it.each<[string, RequestListener, RequestListener]>([
		["tokens: 500", text(500, "<h1>Error</h1>"), json(200, person)],
		["tokens: 400", json(400, { error: "invalid_grant" }), json(200, person)],
		["tokens: 400 with a page", text(400, "<h1>Error</h1>"), json(200, person)],
		["tokens: a page", text(200, "<h1>Sign in</h1>"), json(200, person)],
		[
			"tokens: 400 with a description that is no text",
			json(400, { error: ["a"], error_description: {} }),
			json(200, person),
		],
		["tokens: 500 and nothing", text(500, ""), json(200, person)],
		["tokens: 400 and null", json(400, null), json(200, person)],
		["tokens: the connection ends in the middle", cutInTheMiddle, json(200, person)],
		["tokens: no JSON", text(200, "{not json"), json(200, person)],
		["tokens: an empty answer", text(200, ""), json(200, person)],
		["tokens: null", json(200, null), json(200, person)],
		["tokens: a list", json(200, []), json(200, person)],
		["tokens: none in the answer", json(200, { hello: "world" }), json(200, person)],
		["tokens: the connection ends", cut, json(200, person)],
		["tokens: silence", silence, json(200, person)],
		["profile: 500", goodToken, text(500, "broken")],
		["profile: 401", goodToken, json(401, { error: "invalid_request" })],
		["profile: 401 with an error that has no message", goodToken, json(401, { error: { code: 7 } })],
		["profile: 401 with a message that is no text", goodToken, json(401, { error: { message: [] } })],
		["profile: 500 and null", goodToken, json(500, null)],
		["profile: a page", goodToken, text(200, "<h1>Sign in</h1>")],
		["profile: a name that is no text", goodToken, json(200, { ...person, given_name: 7 })],
		["profile: no JSON", goodToken, text(200, "{not json")],
		["profile: null", goodToken, json(200, null)],
		["profile: a list", goodToken, json(200, [])],
		["profile: nothing in it", goodToken, json(200, {})],
		["profile: no e-mail", goodToken, json(200, { ...person, email: undefined })],
		["profile: an e-mail that is none", goodToken, json(200, { ...person, email: 7 })],
		["profile: no sub", goodToken, json(200, { ...person, sub: undefined })],
		["profile: the connection ends", goodToken, cut],
		["profile: silence", goodToken, silence],
	])("%s", async (_, token, userinfo) => {
		const startedAt = performance.now();
		const { status, location, isSignedIn } = await signInWith(token, userinfo);
		expect(status).toBe(302);
		expect(location).toMatch(/^\/\?auth_error=(?:google|state|unverified)$/);
		expect(isSignedIn).toBe(false);
		expect(performance.now() - startedAt).toBeLessThan(20_000);
	});

	it("an e-mail that Google has not verified is refused (C5)", async () => {
		for (const email_verified of [false, undefined]) {
			const outcome = await signInWith(goodToken, json(200, { ...person, email_verified }));
			expect(outcome).toMatchObject({ status: 302, location: "/?auth_error=unverified", isSignedIn: false });
		}
	});

	it("and all is well when Google is", async () => {
		expect(await signInWith(goodToken, json(200, person))).toMatchObject({ location: "/admin", isSignedIn: true });
	});
});

describe("while one tab waits for Google (P510)", () => {
	it.each([
		["succeeds", goodToken, "/admin"],
		["fails", json(400, { error: "invalid_grant" }), "/?auth_error=google"],
	])("another tab can begin and is not forgotten, if the first %s", async (_, outcome, expected) => {
		const browser = app.browser();
		const stateOf = async (path: string) =>
			new URL((await browser.get(path)).headers.get("location") ?? "").searchParams.get("state") ?? "";
		const first = await stateOf(API.auth.google);
		let second = "";
		const token: RequestListener = (req, res) => {
			void stateOf(`${API.auth.google}?returnTo=/pricing`).then((state) => {
				second = state;
				outcome(req, res);
			});
		};
		answers = { token, userinfo: json(200, person) };
		const end = async (state: string) =>
			(await browser.get(`${API.auth.googleCallback}?code=any&state=${state}`)).headers.get("location");
		expect(await end(first)).toBe(expected);
		answers = { token: goodToken, userinfo: json(200, person) };
		expect(await end(second)).toBe("/pricing");
	});
});

describe("an address of sign-in that nobody of ours leads to comes back with a reason", () => {
	it.each([
		...["error=x", "error=access_denied", "error=", "error=a&error=b", "error[]=x", "error[message]=x"],
		...[
			"code=x",
			"code=",
			"code=a&code=b",
			"code[]=x",
			"code=x&state=y",
			"code=x&error=y&state=z",
			"error=x&error_uri=y",
		],
		...["state=a&state=b", "error_description=x", "__proto__[code]=x", "constructor=x", "error=%00%0d%0a", "code=%ff"],
	])("?%s", async (query) => {
		for (const path of [API.auth.google, API.auth.googleCallback, API.auth.googleCallback.toUpperCase()]) {
			const browser = app.browser();
			// Half of them come from people who have begun to sign in.
			if (path !== API.auth.google) await browser.get(API.auth.google);
			const answer = await browser.get(`${path}?${query}`);
			expect(answer.status, path).toBe(302);
			const location = answer.headers.get("location") ?? "";
			const isStart = path === API.auth.google && !/^(?:error|code)=/.test(query);
			if (isStart) expect(location).toContain("/authorize?");
			else expect(location, path).toMatch(/^\/\?auth_error=(?:google|state|denied)$/);
			expect((await browser.get(API.auth.user)).status).toBe(401);
		}
	});

	it("and so does a start with a body", async () => {
		const bytes = '{"code":"x","error":"y","state":"z"}';
		const head = `GET ${API.auth.google} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n`;
		const answer = await rawRequest(app.origin, `${head}Content-Length: ${bytes.length}\r\n\r\n${bytes}`);
		expect(answer.status).toBe(302);
		expect(answer.headers.get("location")).toBe("/?auth_error=state");
	});
});
