import { afterEach, describe, expect, it } from "vitest";
import {
	activeOf,
	CARDS,
	pageFor,
	rowsOf,
	settled,
	submit,
	subscribeTo,
	userOf,
} from "#server/testing/billing/billing.ts";
import { customerOf, type Story } from "#server/testing/billing/billing-sequences.ts";
import { calm, difference } from "#server/testing/billing/billing-storms.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";
import { DAY_MS } from "#shared/platform/days.ts";

let ahead = 0;
const app = useBillingApp({ now: () => new Date(Date.now() + ahead) });
afterEach(() => {
	app.sandbox?.setAfterRetries("cancel");
	app.sandbox?.webhooks.resume();
	return calm(app);
});

const OPEN_INVOICES = { amount: 1999, currency: "eur", at: expect.any(String), invoices: 1 };

/** A customer with a failed renewal of Pro, paid monthly; `unpaid` after the last retry. */
async function owing(status: "past_due" | "unpaid" = "past_due"): Promise<Story> {
	const story = await payingCustomer(app);
	await app.sandbox?.setCard({ customer: await customerOf(story), cardNumber: CARDS.declinedLater });
	if (status === "unpaid") app.sandbox?.setAfterRetries("unpaid");
	await advance(story, status === "unpaid" ? 50 : 32);
	expect((await activeOf(story.person)).subscription?.status).toBe(status);
	return story;
}

async function advance(story: Story, days: number) {
	await app.sandbox?.advance({ customer: await customerOf(story), days });
	await settled(app);
}

/** From now on the card pays, and Stripe's events are held back. */
async function mendCardInSilence(story: Story) {
	await app.sandbox?.setCard({ customer: await customerOf(story), cardNumber: CARDS.ok });
	await settled(app);
	app.sandbox?.webhooks.pause();
}

/** Days after the checkout, which is asked about by itself, Stripe's events are held back. */
async function laterInSilence() {
	await settled(app);
	app.sandbox?.webhooks.pause();
	ahead += 2 * DAY_MS;
}

/** Every payment that was taken, in cents, the first one first. */
async function taken(story: Story): Promise<number[]> {
	const charges = app.sandbox?.kept.charges(await customerOf(story)) ?? [];
	return charges.flatMap(({ paid, amount }) => (paid ? [amount] : [])).reverse();
}

async function invoiceStatuses(story: Story) {
	const { data } = await app.stripe.invoices.list({ customer: await customerOf(story), limit: 100 });
	return data.map(({ status }) => status).reverse();
}

function choose(story: Story, planId: PlanId, isAnnual: boolean) {
	return story.person.post(API.subscriptions.checkout, { planId, isAnnual, confirmed: true });
}

async function pageAt(story: Story, path: string): Promise<string> {
	const answer = await story.person.post(path);
	expect(answer.status).toBe(200);
	return ((await answer.json()) as { url: string }).url;
}

describe("P261: a subscription that is past due", () => {
	const status = "past_due";

	it("says how much is owed, and since when", async () => {
		const story = await owing(status);
		const { openInvoices, ...rest } = await activeOf(story.person);
		expect(rest).toMatchObject({ active: false, paymentFailed: true, subscription: { plan: { name: "Pro" } } });
		expect(openInvoices).toEqual(OPEN_INVOICES);
		const [renewal] = (await app.stripe.invoices.list({ customer: await customerOf(story), status: "open" })).data;
		expect(Date.parse(openInvoices?.at ?? "")).toBe((renewal?.created ?? 0) * 1000);
	});

	it("is paid on the invoice's page, and is valid on the next screen, though no event has arrived", async () => {
		const story = await owing(status);
		await laterInSilence();
		await submit(story.person, await pageAt(story, API.subscriptions.paymentPage), { card_number: CARDS.ok });
		expect(await activeOf(story.person)).toMatchObject({ active: true, paymentFailed: false, openInvoices: null });
		expect(await taken(story)).toEqual([1999, 1999]);
		await settled(app);
	});

	it("has a page for the card, which leads back to the account, and is true there at once", async () => {
		const story = await owing(status);
		await laterInSilence();
		const page = await pageAt(story, API.subscriptions.cardPage);
		expect(await (await story.person.get(page)).text()).toContain("Update your payment method");
		const left = await submit(story.person, page, { card_number: CARDS.ok });
		expect(left.headers.get("location")).toBe(`${app.origin}/account`);
		expect(await activeOf(story.person)).toMatchObject({ active: true, openInvoices: null });
		await settled(app);
	});

	it("has its invoices in the portal, which leads back to the account", async () => {
		const story = await owing(status);
		const page = await pageAt(story, API.subscriptions.portal);
		expect(await (await story.person.get(page)).text()).toContain(`href="${app.origin}/account"`);
	});

	it("ends at once when it is canceled: its invoice is void, and no later retry takes anything", async () => {
		const story = await owing(status);
		await mendCardInSilence(story);
		const answer = await story.person.post(API.subscriptions.cancel);
		expect(answer.status).toBe(200);
		expect(await answer.json()).toMatchObject({ hasEnded: true, subscription: { planId: "pro", status: "canceled" } });
		expect(await activeOf(story.person)).toMatchObject({ active: false, subscription: null, openInvoices: null });
		app.sandbox?.webhooks.resume();
		await advance(story, 40);
		expect(await taken(story)).toEqual([1999]);
		expect((await invoiceStatuses(story)).slice(0, 2)).toEqual(["paid", "void"]);
		expect(await invoiceStatuses(story)).not.toContain("open");
		expect(await difference(story)).toBeNull();
		expect((await story.person.post(API.subscriptions.cancel)).status).toBe(409);
	});

	it("comes before another plan or interval, which changes nothing", async () => {
		const story = await owing(status);
		for (const [plan, isAnnual] of [
			["pro", true],
			["enterprise", false],
			["starter", true],
		] as const) {
			const asked = await choose(story, plan, isAnnual);
			const message = "You owe €19.99 for Pro. Pay it or cancel Pro before you choose another plan.";
			expect([asked.status, await asked.json()]).toMatchObject([409, { kind: "payment_owed", message }]);
		}
		expect(await activeOf(story.person)).toMatchObject({ subscription: { status }, openInvoices: OPEN_INVOICES });
		expect(await taken(story)).toEqual([1999]);
	});

	it("is paid by its own plan's button, without a question", async () => {
		const story = await owing(status);
		expect(await pageFor(story.person, "pro")).toContain("/sandbox/stripe/invoices/");
		expect((await subscribeTo(story.person, "pro")).status).toBe(200);
		expect(await taken(story)).toEqual([1999]);
	});
});

it("P261: who pays on another tab while they end it keeps what they paid for, and it ends with that", async () => {
	const story = await owing();
	await mendCardInSilence(story);
	const invoicePage = await pageAt(story, API.subscriptions.paymentPage);
	// The invoice is paid after the rows were brought up to date, and before it is void.
	let reads = 0;
	app.proxy.breakWith((call) => {
		if (call !== "GET /v1/invoices" || ++reads !== 2) return null;
		return { kind: "held", until: submit(story.person, invoicePage, { card_number: CARDS.ok }) };
	});
	const answer = await story.person.post(API.subscriptions.cancel);
	expect(await answer.json()).toMatchObject({
		hasEnded: false,
		subscription: { status: "active", cancelAtPeriodEnd: true },
	});
	expect(await taken(story)).toEqual([1999, 1999]);
	app.sandbox?.webhooks.resume();
	await settled(app);
	expect(await difference(story)).toBeNull();
});

it("P261: a step that fails halfway is reported, takes nothing, and is completed by the next click", async () => {
	const story = await owing();
	await mendCardInSilence(story);
	app.sandbox?.webhooks.resume();
	app.proxy.breakWith((call) =>
		call.startsWith("DELETE /v1/subscriptions/") ? { kind: "status", status: 503 } : null,
	);
	expect((await story.person.post(API.subscriptions.cancel)).status).toBe(502);
	app.proxy.breakWith(null);
	await settled(app);
	await advance(story, 12);
	expect(await taken(story)).toEqual([1999]);
	const rows = await rowsOf(app, (await userOf(app, story.email)).id);
	expect(rows.subscriptions.map((row) => row.owedAmount)).toEqual([null]);
});
