import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { CARDS, pageFor, rowsOf, submit, userOf } from "#server/testing/billing/billing.ts";
import { changeTo } from "#server/testing/billing/billing-sequences.ts";
import { calm, difference } from "#server/testing/billing/billing-storms.ts";
import { newcomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";

let now = new Date();
const app = useBillingApp({ now: () => now });
beforeAll(() => {
	// No event ever arrives.
	app.sandbox?.webhooks.faults({ drop: 1 });
});
afterEach(() => {
	app.proxy.breakWith(null);
	// Stripe is asked about a person once in three seconds.
	now = new Date(now.getTime() + 3_000);
});
afterAll(() => calm(app));

/** Asks what the page after a payment asks. */
async function landWith(person: Browser, sessionId: string): Promise<ActiveSubscription> {
	const answer = await person.get(`${API.subscriptions.active}?session_id=${sessionId}`);
	expect(answer.status).toBe(200);
	return (await answer.json()) as ActiveSubscription;
}

/** Pays for a plan, and answers with the session that the browser is sent back with. */
async function pay(person: Browser): Promise<string> {
	const paid = await submit(person, await pageFor(person, "pro"), { card_number: CARDS.ok });
	return new URL(paid.headers.get("location") ?? "").searchParams.get("session_id") ?? "";
}

const NOTHING = {
	active: false,
	standing: "none",
	subscription: null,
	alsoPaying: [],
	paymentFailed: false,
	openInvoices: null,
	verified: true,
	justPaid: false,
};

describe("F21: the page after a payment, when no event arrives", () => {
	it("knows a new subscription at the first question", async () => {
		const story = await newcomer(app);
		const sessionId = await pay(story.person);
		expect(await landWith(story.person, sessionId)).toMatchObject({ active: true, subscription: { planId: "pro" } });
		expect(await difference(story)).toBeNull();
	});

	it("knows the new plan of a subscriber at the first question", async () => {
		const story = await newcomer(app);
		await landWith(story.person, await pay(story.person));
		now = new Date(now.getTime() + 3_000);
		await changeTo("enterprise")(story);
		expect(await landWith(story.person, "")).toMatchObject({ active: true, subscription: { planId: "enterprise" } });
		expect(await difference(story)).toBeNull();
	});
});

describe("F21: a session id that is not one's own", () => {
	it("grants nothing to somebody who was at the checkout, nor to somebody who never was", async () => {
		const { person: payer } = await newcomer(app);
		const sessionId = await pay(payer);
		const waverer = await newcomer(app);
		await pageFor(waverer.person, "pro");
		const stranger = await newcomer(app);
		for (const { person, email } of [waverer, stranger]) {
			expect(await landWith(person, sessionId)).toEqual(NOTHING);
			const rows = await rowsOf(app, (await userOf(app, email)).id);
			expect(rows).toEqual({ subscriptions: [], payments: [] });
		}
		expect(await landWith(payer, sessionId)).toMatchObject({ active: true });
	});

	it.each([
		["made up", "cs_test_a1B2c3"],
		["a template that nobody filled in", "{CHECKOUT_SESSION_ID}"],
		["of another kind", "sub_1"],
		["a path", "..%2F..%2Fcustomers"],
		["a NUL", "%00"],
		["said twice", "cs_1&session_id=cs_2"],
		["an object", "&session_id[id]=cs_1"],
		["very long", "c".repeat(8_000)],
	])("does nothing when it is %s", async (_kind, sessionId) => {
		const { person, email } = await newcomer(app);
		await pageFor(person, "pro");
		expect(await landWith(person, sessionId)).toEqual(NOTHING);
		expect(await rowsOf(app, (await userOf(app, email)).id)).toEqual({ subscriptions: [], payments: [] });
	});
});

describe("P263: whether anything was paid", () => {
	it("is known of a payment and of a change of plan, for a day", async () => {
		const story = await newcomer(app);
		expect(await landWith(story.person, await pay(story.person))).toMatchObject({ active: true, justPaid: true });
		now = new Date(now.getTime() + 2 * DAY_MS);
		expect(await landWith(story.person, "")).toMatchObject({ active: true, justPaid: false });
		expect(await landWith(story.person, "cs_test_foreign")).toMatchObject({ active: true, justPaid: false });
	});

	it("is not true of an open checkout, and is left out where the client doesn't ask", async () => {
		const story = await newcomer(app);
		const page = await pageFor(story.person, "pro");
		const sessionId = page.split("/").at(-1) ?? "";
		expect(await landWith(story.person, sessionId)).toEqual(NOTHING);
		expect(await (await story.person.get(API.subscriptions.active)).json()).not.toHaveProperty("justPaid");
	});
});
