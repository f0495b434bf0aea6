import { beforeAll, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { sendRaw } from "#server/testing/fuzz/send-raw.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app);
});

const json = { "content-type": "application/json" };
const elsewhere = { origin: "https://evil.example" };

/** The answers of every route are looked at in `route-matrix.test.ts`; these are what answers before or after them. */
it.each<[string, string, number, Record<string, string>?, string?]>([
	["GET", "/api", 404],
	["GET", "/api/nothing", 404],
	["GET", "/API/Auth/User", 200],
	["GET", "http://localhost/api/auth/user", 200],
	["HEAD", API.links.all, 200],
	["OPTIONS", API.links.all, 200],
	["DELETE", API.plans, 404],
	["POST", API.version, 404],
	["PUT", API.stripeWebhook, 405],
	["POST", API.auth.onboarding, 400, json, "{no json"],
	["POST", API.auth.onboarding, 413, json, JSON.stringify({ fullName: "x".repeat(40_000) })],
	["POST", API.auth.onboarding, 415, { "content-type": "text/plain" }, "x"],
	["POST", API.auth.onboarding, 400, { ...json, "content-encoding": "gzip" }, "no gzip"],
	["POST", API.links.all, 415],
	["POST", API.links.all, 400, { "content-type": "multipart/form-data" }],
	["DELETE", API.account.all, 403, elsewhere],
	["GET", "/api/links/by-slug/%", 400],
	["GET", "/api/links?limit=x", 400],
	["GET", `${API.auth.google}?error=x`, 302],
	["HEAD", API.auth.logout, 302],
])("%s %s: %i is for nobody's memory (P115)", async (method, path, status, headers, body) => {
	const answer = await sendRaw(app.origin, { method, path, headers: { cookie: cookieOf(owner), ...headers }, body });
	expect(answer.status).toBe(status);
	expect(answer.headers["cache-control"]).toBe("private, no-store");
});

it("what fails within the service says so as well", async () => {
	const { pool } = app.deps;
	await pool.query("ALTER TABLE users RENAME TO users_away");
	try {
		for (const path of [API.auth.user, API.links.all, API.account.data]) {
			const answer = await owner.get(path);
			expect([path, answer.status, answer.headers.get("cache-control")]).toEqual([path, 500, "private, no-store"]);
		}
	} finally {
		await pool.query("ALTER TABLE users_away RENAME TO users");
	}
});
