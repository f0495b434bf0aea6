import { afterEach, describe, expect, it } from "vitest";
import { leave } from "#server/testing/app/leaver.ts";
import { until } from "#server/testing/app/test-app.ts";
import {
	activeOf,
	CARDS,
	changePlan,
	deliver,
	eventAbout,
	pageFor,
	rowsOf,
	settled,
	submit,
	userOf,
} from "#server/testing/billing/billing.ts";
import { customerOf, type Story } from "#server/testing/billing/billing-sequences.ts";
import { newcomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";
import { createCheckout } from "../checkout/checkout.ts";
import { openBillingLock } from "../sync/billing-lock.ts";
import { createStripeSync } from "../sync/stripe-sync.ts";
import { dueCredit, refundCredit, refundCreditOfDeleted } from "./credit-refund.ts";
import { dueToPerson, honourForDeleted, honourGuarantee } from "./guarantee.ts";

const app = useBillingApp();
afterEach(() => app.proxy.breakWith(null));
/** What is left of a yearly Basic plan after the change to Pro, paid monthly. */
const CREDIT = 7_991;

async function pays({ person }: Story, plan: PlanId, isAnnual = false): Promise<void> {
	await submit(person, await pageFor(person, plan, isAnnual), { card_number: CARDS.ok });
	await settled(app);
}

/** A customer of Pro, paid monthly, whose unused year of Basic is credit. */
async function withCredit(): Promise<Story & { customer: string }> {
	const story = await newcomer(app);
	await pays(story, "basic", true);
	await changePlan(story.person, { planId: "pro", isAnnual: false });
	await settled(app);
	const customer = await customerOf(story);
	expect(await creditOf(customer)).toBe(CREDIT);
	return { ...story, customer };
}

async function creditOf(customer: string): Promise<number> {
	const found = await app.stripe.customers.retrieve(customer);
	return found.deleted ? Number.NaN : 0 - found.balance;
}

async function lives(customer: string, days: number): Promise<void> {
	await app.sandbox?.advance({ customer, days });
	await settled(app);
}

async function asOperator<T>(work: (parts: Parameters<typeof honourGuarantee>[0]) => Promise<T>): Promise<T> {
	const lock = openBillingLock(app.deps);
	const parts = { ...app.deps, lock, sync: createStripeSync(app.deps), checkout: createCheckout(app.deps) };
	try {
		return await work(parts);
	} finally {
		await lock.close();
	}
}

const guarantee = ({ email }: Story) => asOperator((parts) => honourGuarantee(parts, { email }));
const refundsCredit = ({ email }: Story) => asOperator((parts) => refundCredit(parts, { email }));
const refundsOf = (intent: string) =>
	(app.sandbox?.kept.refunds() ?? []).filter((each) => each.payment_intent === intent && each.status === "succeeded");
const intentsOf = async ({ email }: Pick<Story, "email">) =>
	(await rowsOf(app, (await userOf(app, email)).id)).payments.map(({ stripePaymentIntentId: id }) => id);
const fails = (isCall: (call: string) => boolean) =>
	app.proxy.breakWith((call) => (isCall(call) ? { kind: "status", status: 500 } : null));
const isTaking = (call: string) => call.startsWith("POST") && call.endsWith("/balance_transactions");

describe("P565: the guarantee takes the credit of what it pays back", () => {
	it("whole, and names it before; again, it does nothing", async () => {
		const story = await withCredit();
		const [paymentIntentId] = await intentsOf(story);
		const { email } = story;
		const credit = [{ paymentIntentId, amount: CREDIT, currency: "eur" }];
		const due = await asOperator((parts) => dueToPerson(parts, { email }));
		expect(due.end).toMatchObject({ subscriptions: [expect.stringMatching(/^sub_/)], credit });
		expect(await creditOf(story.customer)).toBe(CREDIT);
		expect(await guarantee(story)).toMatchObject({ refunded: [{ amount: 9_990 }], end: { credit } });
		expect(await creditOf(story.customer)).toBe(0);
		expect(await guarantee(story)).toMatchObject({ refunded: [], end: { subscriptions: [], credit: [] } });
		expect(await creditOf(story.customer)).toBe(0);
	});

	it("also after a failure between the refund and the credit", async () => {
		const story = await withCredit();
		fails(isTaking);
		await expect(guarantee(story)).rejects.toThrow();
		app.proxy.breakWith(null);
		expect(await creditOf(story.customer)).toBe(CREDIT);
		expect(await guarantee(story)).toMatchObject({ refunded: [], end: { credit: [{ amount: CREDIT }] } });
		expect(await creditOf(story.customer)).toBe(0);
	});

	it("but none that an earlier payment, or an operator, has given", async () => {
		const story = await withCredit();
		await story.person.post(API.subscriptions.cancel);
		await lives(story.customer, 40);
		await app.stripe.customers.createBalanceTransaction(story.customer, { amount: -500, currency: "eur" });
		await pays(story, "starter");
		const askedOn = new Date(Date.now() + 45 * 86_400_000);
		const done = await asOperator((parts) => honourGuarantee(parts, { email: story.email, askedOn }));
		expect(done).toMatchObject({ refunded: [{ amount: 499 }], end: { credit: [] } });
		expect(await creditOf(story.customer)).toBe(CREDIT + 500);
	});

	it("with open pages, and invoices that are open or uncollectible, whose credit is back before", async () => {
		const story = await withCredit();
		const { customer } = story;
		await app.sandbox?.setCard({ customer, cardNumber: CARDS.declinedLater });
		await app.stripe.customers.createBalanceTransaction(customer, { amount: CREDIT - 500, currency: "eur" });
		await lives(customer, 32);
		const [open] = (await app.stripe.invoices.list({ customer, status: "open" })).data;
		await app.sandbox?.markUncollectible({ invoice: open?.id ?? "" });
		const price = (await app.stripe.prices.list({ lookup_keys: ["starter_monthly"] })).data[0]?.id ?? "";
		const page = { mode: "subscription", customer, success_url: "https://example.com/" } as const;
		const { id } = await app.stripe.checkout.sessions.create({ ...page, line_items: [{ price, quantity: 1 }] });
		const { email } = story;
		const end = { pages: [id], invoices: [{ id: open?.id, amount: 1_499 }], credit: [{ amount: 500 }] };
		expect((await asOperator((parts) => dueToPerson(parts, { email }))).end).toMatchObject(end);
		expect((await guarantee(story)).end).toMatchObject(end);
		expect((await app.stripe.invoices.retrieve(open?.id ?? "")).status).toBe("void");
		expect((await app.stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
		expect(await creditOf(customer)).toBe(0);
	});
});

describe("P565: a lost dispute takes the credit of its payment", () => {
	it("also where the event names only the charge, and after a failure half-way", async () => {
		const story = await withCredit();
		const [paymentIntent = ""] = await intentsOf(story);
		await app.sandbox?.webhooks.faults({ drop: 1 });
		const { id } = (await app.sandbox?.dispute({ paymentIntent })) ?? {};
		await app.sandbox?.closeDispute({ dispute: id ?? "", outcome: "lost" });
		await settled(app);
		await app.sandbox?.webhooks.faults({ drop: 0 });
		const { latest_charge: charge } = await app.stripe.paymentIntents.retrieve(paymentIntent);
		const object = { id, object: "dispute", charge, payment_intent: null };
		fails(isTaking);
		await deliver(app, eventAbout(null, { type: "charge.dispute.closed", data: { object } } as object));
		const ended = { customer: story.customer, status: "canceled" } as const;
		await until(async () => (await app.stripe.subscriptions.list(ended)).data.length > 0);
		app.proxy.breakWith(null);
		await settled(app);
		expect(await creditOf(story.customer)).toBe(0);
		expect((await activeOf(story.person)).active).toBe(false);
	});
});

describe("P566: credit that is left after the end is refunded to the card", () => {
	async function ended(): Promise<Story & { customer: string }> {
		const story = await withCredit();
		const { email } = story;
		await expect(asOperator((parts) => dueCredit(parts, { email }))).rejects.toThrow(/has a subscription that renews/);
		await story.person.post(API.subscriptions.cancel);
		await lives(story.customer, 32);
		return story;
	}

	it("once; refunded again after the bank has sent it back", async () => {
		const story = await ended();
		const [intent = ""] = await intentsOf(story);
		expect(await refundsCredit(story)).toEqual([{ amount: CREDIT, currency: "eur" }]);
		expect(await creditOf(story.customer)).toBe(0);
		expect(await refundsCredit(story)).toEqual([]);
		await app.sandbox?.failRefund({ refund: refundsOf(intent)[0]?.id ?? "" });
		expect(await refundsCredit(story)).toEqual([{ amount: CREDIT, currency: "eur" }]);
		expect(refundsOf(intent).map(({ amount }) => amount)).toEqual([CREDIT]);
	});

	it("after a failure between the balance and the refund", async () => {
		const story = await ended();
		const [intent = ""] = await intentsOf(story);
		fails((call) => call === "POST /v1/refunds");
		await expect(refundsCredit(story)).rejects.toThrow();
		app.proxy.breakWith(null);
		expect(await creditOf(story.customer)).toBe(0);
		expect(await refundsCredit(story)).toEqual([{ amount: CREDIT, currency: "eur" }]);
		expect(await refundsCredit(story)).toEqual([]);
		expect(refundsOf(intent)).toHaveLength(1);
	});

	it("without what an operator has given", async () => {
		const story = await ended();
		await app.stripe.customers.createBalanceTransaction(story.customer, { amount: -500, currency: "eur" });
		expect(await refundsCredit(story)).toEqual([{ amount: CREDIT, currency: "eur" }]);
		expect(await creditOf(story.customer)).toBe(500);
	});

	it("of a deleted account by its payment, once; the guarantee leaves none", async () => {
		const story = await withCredit();
		const [intent = ""] = await intentsOf(story);
		const user = await userOf(app, story.email);
		fails((call) => call.startsWith("DELETE /v1/customers"));
		expect((await leave({ app, browser: story.person, email: story.email, user })).status).toBe(502);
		app.proxy.breakWith(null);
		expect((await leave({ app, browser: story.person, email: story.email, user })).status).toBe(204);
		const refund = () => asOperator((parts) => refundCreditOfDeleted(parts, { paymentIntentId: intent }));
		expect(await refund()).toEqual([{ amount: CREDIT, currency: "eur" }]);
		expect(await refund()).toEqual([]);
		const rest = await asOperator((parts) => honourForDeleted(parts, { paymentIntentId: intent }));
		expect(rest.refunded).toEqual([{ amount: 9_990 - CREDIT, currency: "eur" }]);
		expect(await refund()).toEqual([]);
	});
});
