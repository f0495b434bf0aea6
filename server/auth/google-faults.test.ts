import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { API } from "#shared/api-paths.ts";

/** Google's two addresses that the server itself calls, broken in turn. */
let google: Server;
let answers: Record<"token" | "userinfo", RequestListener>;
let app: TestApp;

const json = (status: number, body: unknown): RequestListener => {
	return (_req, res) => res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const text = (status: number, body: string): RequestListener => {
	return (_req, res) => res.writeHead(status, { "content-type": "text/html" }).end(body);
};
const cut: RequestListener = (req) => req.socket.destroy();
const silence: RequestListener = () => undefined;
const goodToken = json(200, { access_token: "a", token_type: "Bearer", expires_in: 3599 });
const person = { sub: "1234", email: "ada@example.com", email_verified: true, given_name: "Ada" };

beforeAll(async () => {
	google = createServer((req, res) => (req.url?.startsWith("/token") ? answers.token : answers.userinfo)(req, res));
	google.listen(0, "127.0.0.1");
	await once(google, "listening");
	const origin = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
	app = await startTestApp({
		deps: ({ config }) => ({
			config: {
				...config,
				google: { ...config.google, tokenURL: `${origin}/token`, userProfileURL: `${origin}/userinfo` },
			},
		}),
	});
});
afterAll(async () => {
	await app.close();
	google.closeAllConnections();
	google.close();
});

/** Goes through sign-in with a Google that answers like this; where it ends, and whether somebody is signed in. */
async function signInWith(token: RequestListener, userinfo: RequestListener) {
	answers = { token, userinfo };
	const browser = app.browser();
	const start = await browser.get(API.auth.google);
	const state = new URL(start.headers.get("location") ?? "").searchParams.get("state") ?? "";
	const end = await browser.get(`${API.auth.googleCallback}?code=any&state=${encodeURIComponent(state)}`);
	const isSignedIn = (await browser.get(API.auth.user)).status === 200;
	return { status: end.status, location: end.headers.get("location"), isSignedIn };
}

describe("while Google is broken, signing in comes back with a reason (C4)", () => {
	it.each<[string, RequestListener, RequestListener]>([
		["tokens: 500", text(500, "<h1>Error</h1>"), json(200, person)],
		["tokens: 400", json(400, { error: "invalid_grant" }), json(200, person)],
		["tokens: no JSON", text(200, "{not json"), json(200, person)],
		["tokens: an empty answer", text(200, ""), json(200, person)],
		["tokens: null", json(200, null), json(200, person)],
		["tokens: a list", json(200, []), json(200, person)],
		["tokens: none in the answer", json(200, { hello: "world" }), json(200, person)],
		["tokens: the connection ends", cut, json(200, person)],
		["tokens: silence", silence, json(200, person)],
		["profile: 500", goodToken, text(500, "broken")],
		["profile: 401", goodToken, json(401, { error: "invalid_request" })],
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
			expect(outcome).toEqual({ status: 302, location: "/?auth_error=unverified", isSignedIn: false });
		}
	});

	it("and all is well when Google is", async () => {
		expect(await signInWith(goodToken, json(200, person))).toMatchObject({ location: "/admin", isSignedIn: true });
	});
});
