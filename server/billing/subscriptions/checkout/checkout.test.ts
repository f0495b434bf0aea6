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
import { newcomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();
afterEach(() => app.proxy.breakWith(null));

function customersOf(email: string) {
	return app.sandbox?.kept.customers().filter((customer) => customer.email === email) ?? [];
}

describe("a first subscription", () => {
	it("is bought on the checkout page, and its payment written down", async () => {
		const { person, email } = await newcomer(app);
		const paid = await submit(person, await pageFor(person, "pro", true), { card_number: CARDS.portuguese });
		expect(paid.status).toBe(303);
		expect(paid.headers.get("location")).toMatch(/\/payment-success\?session_id=cs_/);
		await settled(app);
		expect(await activeOf(person)).toEqual({
			active: true,
			standing: "active",
			subscription: {
				planId: "pro",
				status: "active",
				isAnnual: true,
				plan: { name: "Pro" },
				currentPeriodEnd: expect.any(String),
				cancelAtPeriodEnd: false,
				endsAt: null,
				plannedChange: null,
				droppedChange: null,
				perPeriod: 19_990,
				resumesAt: null,
				chargeDue: null,
			},
			alsoPaying: [],
			paymentFailed: false,
			openInvoices: null,
		});
		const user = await userOf(app, email);
		expect(user.cardCountry).toBe("PT");
		const { payments } = await rowsOf(app, user.id);
		expect(payments).toMatchObject([
			{
				amount: 19_990,
				currency: "eur",
				status: "succeeded",
				paymentMethod: "visa •0007",
				stripeInvoiceId: expect.any(String),
			},
		]);
	});

	it("a free first month leaves no payment row", async () => {
		const coupon = await app.stripe.coupons.create({ percent_off: 100, duration: "once" });
		await app.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "ALLFREE" });
		const { person, email } = await newcomer(app);
		await submit(person, await pageFor(person, "pro"), { promotion_code: "ALLFREE", card_number: CARDS.ok });
		await settled(app);
		expect((await activeOf(person)).active).toBe(true);
		expect((await rowsOf(app, (await userOf(app, email)).id)).payments).toEqual([]);
	});
});

describe("F11: two tabs and double clicks", () => {
	it("twenty parallel clicks open one page of one customer", async () => {
		for (let round = 0; round < 5; round++) {
			const { person, email } = await newcomer(app);
			const answers = await Promise.all(Array.from({ length: 20 }, () => subscribeTo(person, "pro")));
			const urls = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { url: string }).url));
			expect(new Set(urls).size).toBe(1);
			const customers = customersOf(email);
			expect(customers).toHaveLength(1);
			const open = await app.stripe.checkout.sessions.list({ customer: customers[0]?.id ?? "", status: "open" });
			expect(open.data).toHaveLength(1);
		}
	});

	it("another plan closes the page of the first, which can no longer be paid", async () => {
		const { person } = await newcomer(app);
		const first = await pageFor(person, "basic");
		const second = await pageFor(person, "pro");
		expect(second).not.toBe(first);
		expect((await submit(person, first, { card_number: CARDS.ok })).status).toBe(410);
		expect((await submit(person, second, { card_number: CARDS.ok })).status).toBe(303);
	});

	it("different plans in parallel leave at most one page open", async () => {
		const { person, email } = await newcomer(app);
		const plans = ["starter", "basic", "pro", "enterprise"] as const;
		// The customer exists already: else the claim of a new one would keep the clicks apart.
		await pageFor(person, "starter");
		await Promise.all(plans.flatMap((plan) => [subscribeTo(person, plan), subscribeTo(person, plan, true)]));
		const [customer] = customersOf(email);
		const open = await app.stripe.checkout.sessions.list({ customer: customer?.id ?? "", status: "open" });
		expect(open.data).toHaveLength(1);
	});
});

describe("F10: a reply that is lost after Stripe acted", () => {
	it.each(["POST /v1/customers", "POST /v1/checkout/sessions"])(
		"%s: the next click finds what was made",
		async (lost) => {
			const { person, email } = await newcomer(app);
			app.proxy.breakWith((call) => (call === lost ? { kind: "lostReply" } : null));
			const broken = await subscribeTo(person, "pro");
			expect(broken.status).toBe(502);
			app.proxy.breakWith(null);
			expect((await subscribeTo(person, "pro")).status).toBe(200);
			const user = await userOf(app, email);
			const all = app.sandbox?.kept.customers();
			expect(all?.filter(({ metadata }) => metadata.userId === user.id)).toHaveLength(1);
			const sessions = await app.stripe.checkout.sessions.list({ customer: user.stripeCustomerId ?? "" });
			expect(sessions.data).toHaveLength(1);
		},
	);
});

describe("F9: Stripe is away", () => {
	it.each([500, 429, 503])("a %i becomes 502 with a message, and the next click works", async (status) => {
		const { person } = await newcomer(app);
		app.proxy.breakWith((call) => (call.startsWith("POST") ? { kind: "status", status } : null));
		const answer = await subscribeTo(person, "pro");
		expect(answer.status).toBe(502);
		expect(await answer.json()).toMatchObject({ kind: "upstream", message: expect.stringContaining("try again") });
		app.proxy.breakWith(null);
		expect((await subscribeTo(person, "pro")).status).toBe(200);
	});

	describe("and says nothing", () => {
		const impatient = useBillingApp({ deadlines: { stripeClick: 1_000 } });

		it("becomes 502, and nothing is half done", async () => {
			const { person, email } = await newcomer(impatient);
			impatient.proxy.breakWith(() => ({ kind: "hang" }));
			expect((await subscribeTo(person, "basic")).status).toBe(502);
			expect((await userOf(impatient, email)).stripeCustomerId).toBeNull();
			impatient.proxy.breakWith(null);
			await expect.poll(async () => (await subscribeTo(person, "basic")).status).toBe(200);
		});
	});

	it("cancelling and reactivating: 502, rows as they were, safe to click again", async () => {
		const person = await app.signedIn({ plan: "pro" });
		for (const [call, after] of [
			[API.subscriptions.cancel, true],
			[API.subscriptions.reactivate, false],
		] as const) {
			const before = await activeOf(person);
			app.proxy.breakWith((one) => (one.startsWith("POST") ? { kind: "status", status: 500 } : null));
			expect((await person.post(call)).status).toBe(502);
			expect(await activeOf(person)).toEqual(before);
			app.proxy.breakWith(null);
			expect((await person.post(call)).status).toBe(200);
			expect((await activeOf(person)).subscription?.cancelAtPeriodEnd).toBe(after);
		}
	});
});

describe("F13: nothing but a known plan can be asked for", () => {
	it("a price or amount of the client's own is ignored", async () => {
		const { person, email } = await newcomer(app);
		await person.post(API.subscriptions.checkout, {
			planId: "pro",
			amount: 1,
			price: "price_starter_monthly",
			unit_amount: 1,
		});
		const { stripeCustomerId } = await userOf(app, email);
		const { data } = await app.stripe.checkout.sessions.list({ customer: stripeCustomerId ?? "" });
		expect(data.map(({ amount_total }) => amount_total)).toEqual([1999]);
	});
});

it("F14: the plan and interval one already has is 409; the other interval asks for its amount to be confirmed", async () => {
	const person = await app.signedIn({ plan: "pro" });
	const again = await subscribeTo(person, "pro");
	expect(again.status).toBe(409);
	expect(await again.json()).toMatchObject({ kind: "conflict", message: "You already have this plan" });
	const other = await subscribeTo(person, "pro", true);
	expect([other.status, await other.json()]).toMatchObject([409, { kind: "confirmation_required" }]);
});
