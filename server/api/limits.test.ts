import { describe, expect, test } from "vitest";
import { type ApiClient, apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { apiMe } from "#shared/api/v1/routes/account.ts";
import { API } from "#shared/platform/api-paths.ts";
import { newKeyText } from "./keys/key-text.ts";

const GUESSES_A_MINUTE = 300;

const app = useTestApp({ env: { RATE_LIMITS: "on" } });

/** What a header says of each policy: `"key";q=60;w=60`. */
function readPolicies(header: string | null): Record<string, Record<string, number>> {
	const items = (header ?? "").split(", ").map((item) => {
		const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
		const numbers = parameters.map((each) => each.split("=")).filter(([, value]) => /^\d+$/.test(value ?? ""));
		return [JSON.parse(name), Object.fromEntries(numbers.map(([letter, value]) => [letter, Number(value)]))];
	});
	return Object.fromEntries(items);
}

/** Sends so many cheap requests. @returns the last answer */
async function spend({ get }: Pick<ApiClient, "get">, times: number): Promise<Response> {
	const answers = await Promise.all(Array.from({ length: times }, () => get("/none")));
	for (const answer of answers) expect(answer.status).toBe(404);
	return get("/me");
}

async function expectRefused(answer: Response, name: string): Promise<void> {
	const { error, requestId } = apiError.parse(await answer.json());
	expect([answer.status, error.code]).toEqual([429, "rate_limited"]);
	expect(requestId).toBe(answer.headers.get("x-request-id"));
	const { [name]: left } = readPolicies(answer.headers.get("ratelimit"));
	expect(left).toMatchObject({ r: 0 });
	expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(left?.t ?? 1);
}

describe.each([
	["pro", 60],
	["enterprise", 600],
] as const)("the limits of %s", (plan, quota) => {
	test(`each answer states the rate limits: ${quota} requests a minute per key, twice as many per account (P641)`, async () => {
		const answer = await (await apiClient(app, await subscriber(app, plan))).get("/me");
		const policy = { key: { q: quota, w: 60 }, account: { q: 2 * quota, w: 60 } };
		expect(readPolicies(answer.headers.get("ratelimit-policy"))).toEqual(policy);
		const left = { key: { r: quota - 1 }, account: { r: 2 * quota - 1 } };
		expect(readPolicies(answer.headers.get("ratelimit"))).toMatchObject(left);
		expect(apiMe.parse(await answer.json()).rateLimits).toMatchObject({ key: quota, account: 2 * quota });
	});
});

test("limits are kept by each key, and by all of an account's together (P641)", async () => {
	const owner = await subscriber(app, "pro");
	const [first, second] = [await apiClient(app, owner), await apiClient(app, owner)];
	await expectRefused(await spend(first, 60), "key");
	// The account has as many as that left, but for what its other key sends.
	await expectRefused(await spend(second, 60), "key");
	await owner.delete(API.keys.one(second.id));
	const third = await apiClient(app, owner);
	await expectRefused(await third.get("/me"), "account");
	const other = await apiClient(app, await subscriber(app, "pro"));
	expect((await other.get("/me")).status).toBe(200);
});

test("an address that tries unknown keys is stopped, and no key that is known there", async () => {
	const known = await apiClient(app, await subscriber(app, "pro"));
	expect((await known.get("/me")).status).toBe(200);
	const tried = Array.from({ length: GUESSES_A_MINUTE + 1 }, () => requestsWith(app, newKeyText()).get("/me"));
	const statuses = (await Promise.all(tried)).map(({ status }) => status);
	expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
	expect([...new Set(statuses)].sort()).toEqual([401, 429]);
	const refused = await requestsWith(app, newKeyText()).get("/me");
	expect(apiError.parse(await refused.json()).error.code).toBe("rate_limited");
	expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
	expect((await known.get("/me")).status).toBe(200);
});

describe("with RATE_LIMITS off", () => {
	const free = useTestApp();

	test("a key has no limit, and no header says one", async () => {
		const program = await apiClient(free, await subscriber(free, "pro"));
		const answers = await Promise.all(Array.from({ length: 70 }, () => program.get("/me")));
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
		expect(answers[0]?.headers.has("ratelimit-policy")).toBe(false);
	});
});
