import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { cookieOf } from "#server/testing/app/browser.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { apiKeyList, newApiKey } from "#shared/api/keys/api-key.ts";
import { apiKeys } from "#shared/api/keys/api-keys.table.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { apiLink } from "#shared/api/v1/link.ts";
import { apiMe } from "#shared/api/v1/routes/account.ts";
import { API } from "#shared/platform/api-paths.ts";
import { errorBody } from "#shared/platform/error-body.ts";

const MINUTE_MS = 60_000;

let now = () => new Date();
const app = useTestApp({ now: () => now(), env: { IP_COUNTRY_HEADER: "x-country", TRUST_PROXY: "1" } });
let ada: Subscriber;
beforeAll(async () => {
	ada = await subscriber(app, "pro");
});

const codeOf = async (response: Response) => {
	const { error } = apiError.parse(await response.json());
	return [response.status, error.code];
};
const form = (changes: object = {}) => ({ name: "Zapier", scopes: ["links:read"], expiresInDays: null, ...changes });
const rowOf = async (id: number) => (await app.deps.db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0];

describe("an API key", () => {
	test("acts for its owner, and tells plan, usage and limits (P640)", async () => {
		const owner = await subscriber(app, "pro");
		const program = await apiClient(app, owner);
		const link = await createLink(owner);
		const me = apiMe.parse(await (await program.get("/me")).json());
		expect(me).toMatchObject({ userSlug: owner.user.userSlug, plan: "pro", rateLimits: { key: 60, account: 120 } });
		const read = await program.get(`/links/${link.id}`);
		expect(read.headers.get("etag")).toBe(`"${link.revision}"`);
		expect(apiLink.parse(await read.json())).toMatchObject({
			id: link.id,
			slug: link.linkSlug,
			targetUrl: link.targetUrl,
		});
	});

	test("of another account sees nothing of a link", async () => {
		const link = await createLink(ada);
		const program = await apiClient(app, await subscriber(app, "pro"));
		expect(await codeOf(await program.get(`/links/${link.id}`))).toEqual([404, "link_not_found"]);
	});

	test("is shown once, and only its SHA-256 is stored", async () => {
		const owner = await subscriber(app, "pro");
		const made = newApiKey.parse(await (await owner.post(API.keys.all, form())).json());
		expect(made.key).toMatch(/^vl_[0-9A-Za-z]{36}$/);
		expect(made.key.startsWith(made.start)).toBe(true);
		const listed = await (await owner.get(API.keys.all)).text();
		expect(apiKeyList.parse(JSON.parse(listed)).keys.map(({ id }) => id)).toEqual([made.id]);
		expect(listed).not.toContain(made.key);
		expect(JSON.stringify(await rowOf(made.id))).not.toContain(made.key.slice(made.start.length));
		const { rows } = await app.deps.pool.query(
			"SELECT translate(encode(sha256($1::bytea), 'base64'), '+/=', '-_') AS hash",
			[made.key],
		);
		expect((await rowOf(made.id))?.hash).toBe(rows[0].hash);
	});

	test("that is unknown, mistyped or missing is refused", async () => {
		const { key } = await apiClient(app, await subscriber(app, "pro"));
		const checksummed = `vl_${"0".repeat(36)}`;
		for (const text of ["", "vl_", `${key}0`, `${key.slice(0, -1)}-`, "sk_live_123", checksummed, "x".repeat(5_000)]) {
			const answer = await requestsWith(app, text).get("/me");
			expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
			expect((await codeOf(answer))[0]).toBe(401);
		}
	});

	test("counts only as a bearer token in the header: no other scheme, no query, no body, no second header", async () => {
		const { key } = await apiClient(app, await subscriber(app, "pro"));
		const ask = (path: string, headers: Record<string, string>) => fetch(`${app.origin}/api/v1${path}`, { headers });
		for (const Authorization of [`Basic ${btoa(`${key}:`)}`, key, `Token ${key}`, `Bearer ${key}, Bearer ${key}`]) {
			expect((await ask("/me", { Authorization })).status, Authorization).toBe(401);
		}
		expect((await ask(`/me?access_token=${key}&api_key=${key}`, {})).status).toBe(401);
		expect((await ask("/me", { "X-Api-Key": key })).status).toBe(401);
		for (const Authorization of [`bearer ${key}`, `BEARER  ${key} `]) {
			expect((await ask("/me", { Authorization })).status, Authorization).toBe(200);
		}
	});

	test("does what its scopes allow", async () => {
		const owner = await subscriber(app, "pro");
		const link = await createLink(owner);
		const program = await apiClient(app, owner, { scopes: ["stats:read"] });
		const refused = await program.get(`/links/${link.id}`);
		expect(refused.headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope"');
		expect(await codeOf(refused)).toEqual([403, "scope_required"]);
		expect((await program.get("/me")).status).toBe(200);
	});

	test("reaches nothing of the screens, nor does a session anything of the API (P640)", async () => {
		const owner = await subscriber(app, "pro");
		const { key } = await apiClient(app, owner);
		const headers = { Authorization: `Bearer ${key}` };
		for (const path of [API.keys.all, API.links.all, API.auth.user, API.account.data, API.account.billingDetails]) {
			expect((await app.browser().get(path, { headers })).status, path).toBe(401);
		}
		expect((await app.browser().post(API.keys.all, form(), { headers })).status).toBe(401);
		expect(await codeOf(await owner.get("/api/v1/me"))).toEqual([401, "unauthenticated"]);
	});

	test("alone authenticates a request: cookies are ignored", async () => {
		const [owner, other] = [await subscriber(app, "pro"), await subscriber(app, "pro")];
		const program = await apiClient(app, owner);
		const cookie = cookieOf(other);
		const answer = await program.get("/me", { cookie });
		expect(apiMe.parse(await answer.json()).userSlug).toBe(owner.user.userSlug);
		expect(answer.headers.getSetCookie()).toEqual([]);
		expect((await requestsWith(app, "vl_none").get("/me", { cookie })).status).toBe(401);
	});

	test("is nothing for web pages of others: no CORS headers", async () => {
		const { get, post, send } = await apiClient(app, await subscriber(app, "pro"));
		const Origin = "https://evil.example";
		const preflight = await send("OPTIONS", "/links/1", undefined, { Origin, "Access-Control-Request-Method": "GET" });
		const bare = await fetch(`${app.origin}/api/v1/me`, { method: "OPTIONS", headers: { Origin } });
		const read = await get("/me", { Origin, "Sec-Fetch-Site": "cross-site" });
		const changed = await post("/me", {}, { Origin, "Sec-Fetch-Site": "cross-site" });
		for (const answer of [preflight, bare, read, changed]) {
			expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
		}
		expect([preflight.status, bare.status]).toEqual([405, 401]);
		expect(changed.status).toBe(405);
	});

	test("notes its use at most once a minute, with the country and no address (P640)", async () => {
		const at = Date.now();
		now = () => new Date(at);
		const { id, get } = await apiClient(app, await subscriber(app, "pro"));
		const used = async () => (await rowOf(id))?.lastUsedAt?.getTime();
		expect((await rowOf(id))?.lastUsedAt).toBeNull();
		await get("/me", { "X-Country": "PT" });
		await until(async () => (await used()) === at);
		expect(await rowOf(id)).toMatchObject({ lastUsedCountry: "PT" });

		now = () => new Date(at + MINUTE_MS - 1);
		await get("/me", { "X-Country": "FR" });
		now = () => new Date(at + MINUTE_MS);
		await get("/me", { "X-Country": "XX" });
		await until(async () => (await used()) === at + MINUTE_MS);
		expect(await rowOf(id)).toMatchObject({ lastUsedCountry: null });
		expect(JSON.stringify(await rowOf(id))).not.toMatch(/127\.0\.0\.1|::1/);
		now = () => new Date();
	});
});

describe("the number of keys", () => {
	test.each([
		["pro", 2],
		["enterprise", 20],
	] as const)("is bounded on %s, also for those made at once (P640)", async (plan, limit) => {
		const owner = await subscriber(app, plan);
		const answers = await Promise.all(Array.from({ length: limit + 3 }, () => owner.post(API.keys.all, form())));
		const refused = answers.filter(({ status }) => status !== 201);
		expect(refused).toHaveLength(3);
		for (const answer of refused) {
			expect(errorBody.parse(await answer.json())).toMatchObject({ code: "api_key_limit", limit });
		}
		const { keys } = apiKeyList.parse(await (await owner.get(API.keys.all)).json());
		expect(keys).toHaveLength(limit);
		await owner.delete(API.keys.one(keys[0]?.id ?? 0));
		expect((await owner.post(API.keys.all, form())).status).toBe(201);
	});

	test("is none on a plan without the API", async () => {
		const answer = await (await subscriber(app, "basic")).post(API.keys.all, form());
		expect([answer.status, errorBody.parse(await answer.json()).code]).toEqual([403, "plan_required"]);
	});

	test("counts one's own: another's key is not found", async () => {
		const { id, get } = await apiClient(app, await subscriber(app, "pro"));
		const answer = await ada.delete(API.keys.one(id));
		expect([answer.status, errorBody.parse(await answer.json()).code]).toEqual([404, "api_key_not_found"]);
		expect((await get("/me")).status).toBe(200);
	});
});
