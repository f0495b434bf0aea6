import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiError } from "#shared/api/v1/api-error.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type ApiClient, apiClient } from "./testing/api/api-client.ts";
import { createLink, type Subscriber, subscriber } from "./testing/app/subscriber.ts";
import { until } from "./testing/app/test-app.ts";
import { useTestApp } from "./testing/app/use-test-app.ts";
import { createFaultProxy, type FaultProxy } from "./testing/machine/fault-proxy.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

let proxy: FaultProxy;
let ada: Subscriber;
let program: ApiClient;
let knownLink: string;
/** Links whose news this process has heard. */
const heard: (string | undefined)[] = [];

afterAll(() => proxy.close());
const app = useTestApp({
	async reach(databaseUrl) {
		const url = new URL(databaseUrl);
		proxy = await createFaultProxy(Number(url.port));
		url.port = String(proxy.port);
		return url.href;
	},
	deps({ publicPool }) {
		publicPool.on("connect", (client) => client.on("notification", ({ payload }) => heard.push(payload)));
		return {};
	},
});
// The app can't leave its database through a broken proxy, so that this comes before its end.
afterAll(() => proxy.restore());

beforeAll(async () => {
	ada = await subscriber(app);
	program = await apiClient(app, ada);
	knownLink = (await createLink(ada)).shortUrl;
	// News that come after the first visit would have the link forgotten.
	await until(() => heard.includes(knownLink.replace(`${app.origin}/go/`, "")));
});

const visit = (url: string) => fetch(url, { headers: { "user-agent": CHROME }, redirect: "manual" });
const readiness = async () => (await (await fetch(`${app.origin}/readyz`)).json()) as { database: string };

describe.each([
	["cut", () => proxy.cut()],
	["silent", () => proxy.freeze()],
	["two seconds slow", () => proxy.delay(1_000)],
	["resetting every connection", () => proxy.reset()],
])("while the database is %s (G1, G2, G6, C13)", (kind, fail) => {
	test("the API says 503 and when to come back, known links answer, and all is well by itself after it (G3)", async () => {
		const unknownLink = `${app.origin}/go/${ada.user.userSlug}/${kind.split(" ")[0]}`;
		expect((await visit(knownLink)).status).toBe(302);
		fail();
		const startedAt = performance.now();
		const calls = [API.links.all, API.auth.user, API.stats.views, API.subscriptions.active];
		const refused = await Promise.all(calls.map((call) => ada.get(call)));
		for (const answer of refused) {
			expect([answer.url, answer.status]).toEqual([answer.url, 503]);
			expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
			expect(await answer.json()).toMatchObject({ kind: "unavailable" });
		}
		const called = await program.get("/me");
		expect(called.status).toBe(503);
		expect(Number(called.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(apiError.parse(await called.json()).error.code).toBe("unavailable");
		// The statements' own limit is 5 s: this is not what ended them.
		expect(performance.now() - startedAt).toBeLessThan(4_000);

		expect((await visit(knownLink)).status).toBe(302);
		expect((await visit(unknownLink)).status).toBe(503);
		expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
		const ready = await fetch(`${app.origin}/readyz`);
		expect([ready.status, await ready.json()]).toMatchObject([200, { status: "ready", database: "down" }]);

		proxy.restore();
		await until(async () => (await readiness()).database === "up");
		await until(async () => (await ada.get(API.links.all)).status === 200);
		expect((await visit(unknownLink)).status).toBe(404);
	});
});
