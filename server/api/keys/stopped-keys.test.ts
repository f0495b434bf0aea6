import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, apiClient, requestsWith } from "#server/testing/api/api-client.ts";
import { operatorCommand } from "#server/testing/app/operator-command.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, type TestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { apiKeys } from "#shared/api/keys/api-keys.table.ts";
import { apiError } from "#shared/api/v1/api-error.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let twin: TestApp;
beforeAll(async () => {
	twin = await startTestApp({ beside: app });
});
afterAll(() => twin.close());

type Keyed = { owner: Subscriber; program: ApiClient };

const ENDS: [string, string, (keyed: Keyed) => Promise<unknown>][] = [
	["revoked", "401 invalid_api_key", ({ owner, program }) => owner.delete(API.keys.one(program.id))],
	[
		"expired",
		"401 api_key_expired",
		({ program }) =>
			app.deps.db
				.update(apiKeys)
				.set({ expiresAt: new Date(Date.now() - 1) })
				.where(eq(apiKeys.id, program.id)),
	],
	[
		"of a disabled account",
		"403 account_disabled",
		({ owner }) => operatorCommand(app, "disable", "user", owner.user.userSlug, "--reason", "spam"),
	],
	[
		"of an ended plan",
		"403 plan_required",
		({ owner }) =>
			app.deps.db.update(subscriptions).set({ status: "canceled" }).where(eq(subscriptions.userId, owner.user.id)),
	],
	[
		"of a smaller plan",
		"403 plan_required",
		({ owner }) =>
			app.deps.db.update(subscriptions).set({ planId: "basic" }).where(eq(subscriptions.userId, owner.user.id)),
	],
	[
		"of a deleted account",
		"401 invalid_api_key",
		({ owner }) => owner.delete(API.account.all, { confirm: owner.user.userSlug }),
	],
];

describe("a key stops in every process (P640)", () => {
	test.each(ENDS)("once it is %s: %s", async (_how, refusal, end) => {
		const owner = await subscriber(app, "pro");
		const program = await apiClient(app, owner);
		const doors = [program, requestsWith(twin, program.key)];
		for (const door of doors) expect((await door.get("/me")).status).toBe(200);
		await end({ owner, program });
		for (const door of doors) {
			await until(async () => {
				const answer = await door.get("/me");
				if (answer.ok) return false;
				const { error } = apiError.parse(await answer.json());
				expect(`${answer.status} ${error.code}`).toBe(refusal);
				return true;
			});
		}
	});
});
