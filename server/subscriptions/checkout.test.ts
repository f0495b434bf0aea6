import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { API } from "#shared/api-paths.ts";

let app: TestApp;
beforeAll(async () => {
	app = await startTestApp();
});
afterAll(() => app.close());

it("subscribes a person who pays on the checkout page", async () => {
	const person = await app.signedIn({ plan: "pro", isAnnual: true });
	const answer = await person.get(API.subscriptions.active);
	expect(await answer.json()).toEqual({
		active: true,
		subscription: {
			planId: "pro",
			status: "active",
			isAnnual: true,
			plan: { name: "Pro" },
			currentPeriodEnd: expect.any(String),
			cancelAtPeriodEnd: false,
		},
	});
});
