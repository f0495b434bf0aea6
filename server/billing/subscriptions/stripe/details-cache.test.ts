import { afterEach, describe, expect, it } from "vitest";
import type { Browser } from "#server/testing/app/browser.ts";
import { startTestApp, type TestApp } from "#server/testing/app/test-app.ts";
import { deliver, eventAbout, settled, userOf } from "#server/testing/billing/billing.ts";
import { changeTo, customerOf, newestSubscription, type Story } from "#server/testing/billing/billing-sequences.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { SubscriptionDetails } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Minutes by which the clock of the process is ahead. */
let minutes = 0;
/** A clock that stands still has no slow machine. */
let stopped: number | null = null;
const app = useBillingApp({ now: () => new Date((stopped ?? Date.now()) + minutes * 60_000) });
afterEach(() => {
	minutes = 0;
	stopped = null;
	app.sandbox?.webhooks.resume();
	app.proxy.breakWith(null);
});

const PREVIEW = "POST /v1/invoices/create_preview";
const previews = () => app.proxy.calls.filter((call) => call === PREVIEW).length;

/** A subscriber who left Stripe's pages long ago. */
async function subscriber(): Promise<Story> {
	const story = await payingCustomer(app);
	// Events of the payment that arrive later would invalidate what a test has read.
	await settled(app);
	await leavePages(story);
	return story;
}

async function leavePages({ email }: Story): Promise<void> {
	const customer = "(SELECT stripe_customer_id FROM users WHERE email = $1)";
	await app.deps.pool.query(`UPDATE stripe_customers SET sent_to_stripe_at = NULL WHERE id = ${customer}`, [email]);
}

async function detailsOf(person: Browser): Promise<SubscriptionDetails> {
	const answer = await person.get(API.subscriptions.details);
	expect(answer.status).toBe(200);
	return (await answer.json()) as SubscriptionDetails;
}

/** How often Stripe was asked for it meanwhile. */
async function asked(work: () => Promise<unknown>): Promise<number> {
	const before = previews();
	await work();
	return previews() - before;
}

describe("P253: what Stripe says of a subscription is cached", () => {
	it("for however many ask, one after the other or at once", async () => {
		const { person } = await subscriber();
		const first = await detailsOf(person);
		expect(first).toMatchObject({ renewal: { amount: 1999 }, card: { last4: "4242" } });
		const times = await asked(async () => {
			for (let n = 0; n < 5; n++) expect(await detailsOf(person)).toEqual(first);
			await Promise.all(Array.from({ length: 20 }, () => detailsOf(person)));
		});
		expect(times).toBe(0);
	});

	it("for five minutes, since some changes send no event", async () => {
		const { person } = await subscriber();
		await detailsOf(person);
		minutes = 4;
		expect(await asked(() => detailsOf(person))).toBe(0);
		minutes = 6;
		expect(await asked(() => detailsOf(person))).toBe(1);
	});

	it("not where Stripe failed", async () => {
		const { person } = await subscriber();
		app.proxy.breakWith(() => ({ kind: "status", status: 503 }));
		expect((await person.get(API.subscriptions.details)).status).toBe(502);
		app.proxy.breakWith(null);
		expect(await detailsOf(person)).toMatchObject({ renewal: { amount: 1999 } });
	});
});

describe("P253: a change is seen by the next look at it", () => {
	it.each([
		["a cancellation", API.subscriptions.cancel, null],
		["a cancellation that is called off", API.subscriptions.reactivate, { amount: 1999 }],
	])("%s", async (_case, path, renewal) => {
		const { person } = await subscriber();
		if (path === API.subscriptions.reactivate) await person.post(API.subscriptions.cancel);
		await detailsOf(person);
		expect((await person.post(path)).status).toBe(200);
		const { renewal: shown } = await detailsOf(person);
		if (renewal) expect(shown).toMatchObject(renewal);
		else expect(shown).toBeNull();
	});

	it("a planned change that is called off", async () => {
		const story = await subscriber();
		await changeTo("starter")(story);
		await settled(app);
		await leavePages(story);
		expect(await detailsOf(story.person)).toMatchObject({ renewal: { amount: 499 } });
		await story.person.post(API.subscriptions.keepPlan);
		expect(await detailsOf(story.person)).toMatchObject({ renewal: { amount: 1999 } });
	});

	it("corrected details, which may change the tax", async () => {
		const { person } = await subscriber();
		await detailsOf(person);
		const details = { fullName: "Ada Lovelace", businessCountry: "DE" };
		expect((await person.put(API.account.billingDetails, details)).status).toBe(200);
		expect(await asked(() => detailsOf(person))).toBe(1);
	});

	it("what an event tells", async () => {
		const story = await subscriber();
		expect(await detailsOf(story.person)).toMatchObject({ renewal: { amount: 1999 } });
		await app.stripe.subscriptions.update((await newestSubscription(story)).id, { cancel_at_period_end: true });
		await deliver(app, eventAbout(await customerOf(story)));
		await settled(app);
		expect((await detailsOf(story.person)).renewal).toBeNull();
	});

	it("whatever is changed on one of Stripe's pages, five seconds later, before any event tells", async () => {
		const story = await subscriber();
		stopped = Date.now();
		app.sandbox?.webhooks.pause();
		expect((await story.person.post(API.subscriptions.portal)).status).toBe(200);
		const looks = () => Promise.all(Array.from({ length: 30 }, () => detailsOf(story.person)));
		expect(await asked(looks)).toBe(1);
		expect(await asked(looks)).toBe(0);
		await app.stripe.subscriptions.update((await newestSubscription(story)).id, { cancel_at_period_end: true });
		minutes = 5 / 60;
		expect((await detailsOf(story.person)).renewal).toBeNull();
		minutes = 69;
		await detailsOf(story.person);
		minutes = 69.1;
		expect(await asked(() => detailsOf(story.person))).toBe(1);
		minutes = 71;
		expect(await asked(() => detailsOf(story.person))).toBe(0);
	});
});

describe("P253: in several processes", () => {
	let other: TestApp | undefined;
	afterEach(() => other?.close());

	it("a change by one is seen by the next look at another", async () => {
		other = await startTestApp({ beside: app, deps: () => ({ stripe: app.deps.stripe }) });
		const story = await subscriber();
		const there = await other.signedIn({ email: story.email });
		expect((await userOf(other, story.email)).id).toBe((await userOf(app, story.email)).id);
		expect(await asked(async () => [await detailsOf(there), await detailsOf(there)])).toBe(1);
		await story.person.post(API.subscriptions.cancel);
		expect((await detailsOf(there)).renewal).toBeNull();
	});
});
