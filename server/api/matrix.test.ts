import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { offline } from "#server/testing/api/offline.ts";
import { MARK, type Possessions, pathAmong, possessionsOf, stateOf } from "#server/testing/api/possessions.ts";
import { type Subscriber, subscribe, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API_SCOPES, type ApiScope } from "#shared/api/keys/api-key.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import type { ApiRoute } from "#shared/api/v1/api-route.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";

const PLANS = [null, "starter", "basic", "pro", "enterprise"] as const;
const HAS_API: readonly unknown[] = ["pro", "enterprise"];

const app = useTestApp({ deps: offline });
let owner: Subscriber;
let own: Possessions;
/** A key of the owner's for each scope alone. */
const keys = new Map<ApiScope, ApiClient>();
let stranger: ApiClient;
/** A key by the plan that its account has now. */
const planned = new Map<unknown, Pick<ApiClient, "send">>();
let before: unknown;

beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
	own = await possessionsOf(app, owner);
	for (const scope of API_SCOPES) keys.set(scope, await apiClient(app, owner, { scopes: [scope] }));
	stranger = await apiClient(app, await subscriber(app, "enterprise"));
	for (const plan of PLANS) {
		const person = await subscriber(app, "pro");
		const { key } = await apiClient(app, person);
		await app.deps.pool.query("DELETE FROM subscriptions WHERE user_id = $1", [person.user.id]);
		if (plan) await subscribe(app, person.user, plan);
		planned.set(plan, requestsWith(app, key));
	}
	before = await stateOf(app, owner);
});

/** A valid call of a route, about the owner's things. */
function call({ send }: Pick<ApiClient, "send">, route: ApiRoute): Promise<Response> {
	const { method, path, example = {} } = route;
	const query = example.query ? `?${new URLSearchParams(example.query)}` : "";
	return send(method.toUpperCase(), pathAmong(own, path) + query, example.body);
}

async function codeOf(answer: Response): Promise<string | null> {
	const text = await answer.text();
	return answer.ok ? null : apiError.parse(JSON.parse(text)).error.code;
}

describe.each(API_V1_ROUTES)("$id", (route) => {
	const { scope, path } = route;

	test.each(API_SCOPES.filter((each) => each !== scope))("needs its scope, not %s", async (other) => {
		const answer = await call(keys.get(other) as ApiClient, route);
		if (scope === null) expect(answer.status).toBeLessThan(300);
		else expect([answer.status, await codeOf(answer)]).toEqual([403, "scope_required"]);
	});

	test.each(PLANS)("is part of the plan, if that is %s", async (plan) => {
		const code = await codeOf(await call(planned.get(plan) as ApiClient, route));
		if (HAS_API.includes(plan)) expect(code).not.toBe("plan_required");
		else expect(code).toBe("plan_required");
	});

	test("shows another account nothing, and changes nothing of its owner's", async () => {
		const answer = await call(stranger, route);
		const text = await answer.text();
		expect(answer.status).toBeLessThan(500);
		if (path.startsWith("/links/{id}")) expect(apiError.parse(JSON.parse(text)).error.code).toBe("link_not_found");
		expect(text).not.toContain(MARK);
		expect(await stateOf(app, owner)).toEqual(before);
	});
});

test("every route but those of the key itself needs a scope", () => {
	expect(API_V1_ROUTES.filter(({ scope }) => scope === null).map(({ id }) => id)).toEqual(["getMe"]);
	const reads = API_V1_ROUTES.filter(({ scope }) => scope?.endsWith(":read"));
	expect(reads.filter(({ method, id }) => method !== "get" && !id.startsWith("preview"))).toEqual([]);
});
