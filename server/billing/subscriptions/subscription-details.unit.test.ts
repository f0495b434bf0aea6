import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { fakeStripe, refusal } from "#server/testing/billing/fake-stripe.ts";
import { WHILE_SOMEONE_LOOKS } from "./stripe/reach-stripe.ts";
import { createSubscriptionDetails } from "./subscription-details.ts";

const PERIOD_END = Date.parse("2026-04-01T00:00:00Z") / 1000;
const OWN = { card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 } };
const DEFAULT = { card: { brand: "mastercard", last4: "4444", exp_month: 1, exp_year: 2031 } };
const payingBy = (method: unknown) => ({ invoice_settings: { default_payment_method: method } });

/** What is read of a subscription that has this, and of whose next invoice Stripe answers so. */
function read(change: object = {}, preview: () => unknown = () => ({ amount_due: 2_900, currency: "eur" })) {
	const subscription = { items: { data: [{ current_period_end: PERIOD_END }] }, default_payment_method: OWN };
	const { stripe, named } = fakeStripe({
		"subscriptions.retrieve": () => ({ ...subscription, customer: payingBy(DEFAULT), ...change }),
		"invoices.createPreview": preview,
	});
	return { named, details: createSubscriptionDetails({ stripe }).read("sub_1") };
}

describe("what is charged next", () => {
	it("is what Stripe's preview says, at the end of what is paid", async () => {
		const { details, named } = read();
		const { renewal } = await details;
		expect(renewal).toEqual({ amount: 2_900, currency: "eur", at: "2026-04-01T00:00:00.000Z" });
		expect(named("invoices.createPreview")).toEqual([[{ subscription: "sub_1" }, WHILE_SOMEONE_LOOKS]]);
	});

	it("is nothing for one that ends, and for one without an item", async () => {
		const ends = read({}, () => Promise.reject(refusal("invoice_upcoming_none")));
		expect(await ends.details).toMatchObject({ renewal: null, card: { last4: "4242" } });
		expect(await read({ items: { data: [] } }).details).toMatchObject({ renewal: null });
	});

	it.each([
		["with its period", { cancel_at_period_end: true }, { cancel_at_period_end: false }],
		["at a moment", { cancel_at: PERIOD_END }, { cancel_at: "" }],
	])("is previewed without its end where it ends %s (P567)", async (_case, change, subscription_details) => {
		const { details, named } = read(change);
		const reactivated = { amount: 2_900, currency: "eur", at: "2026-04-01T00:00:00.000Z" };
		expect(await details).toMatchObject({ renewal: null, reactivated });
		const asked = { subscription: "sub_1", subscription_details };
		expect(named("invoices.createPreview")).toEqual([[asked, WHILE_SOMEONE_LOOKS]]);
	});

	it.each([
		["another refusal", refusal("resource_missing")],
		["no answer", new Stripe.errors.StripeConnectionError({ message: "silent", type: "api_error" })],
		[
			"an answer that is no refusal",
			new Stripe.errors.StripeAPIError({ message: "sorry", code: "invoice_upcoming_none", type: "api_error" }),
		],
	])("is not known after %s", async (_case, error) => {
		await expect(read({}, () => Promise.reject(error)).details).rejects.toBe(error);
	});
});

describe("the card that is charged", () => {
	const DEFAULTS = { brand: "mastercard", last4: "4444", expMonth: 1, expYear: 2031 };
	it.each([
		["the subscription's own", {}, { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 }],
		["else the customer's default", { default_payment_method: null }, DEFAULTS],
		["also where its own is no card", { default_payment_method: { sepa_debit: {} } }, DEFAULTS],
		["also where its own is not told", { default_payment_method: "pm_1" }, DEFAULTS],
		["nothing where the customer has none", { default_payment_method: null, customer: payingBy(null) }, null],
		["nothing where the customer is not told", { default_payment_method: null, customer: "cus_1" }, null],
		[
			"nothing of a customer that is deleted",
			{ default_payment_method: null, customer: { deleted: true, ...payingBy(DEFAULT) } },
			null,
		],
	])("is %s", async (_case, change, card) => {
		expect((await read(change).details).card).toEqual(card);
	});
});

describe("the customer on the next invoice (P265)", () => {
	const address = {
		line1: "Rua do Ouro 2",
		line2: null,
		postal_code: "1100",
		city: "Lisboa",
		state: null,
		country: "PT",
	};
	const tax_ids = {
		data: [
			{ type: "gb_vat", value: "GB1" },
			{ type: "eu_vat", value: "PT501964843" },
		],
	};
	it("is the customer, with the EU's VAT number", async () => {
		const customer = { ...payingBy(null), name: "Engines Lda", address, tax_ids };
		expect((await read({ customer }).details).billedTo).toEqual({
			...{ name: "Engines Lda", address: "Rua do Ouro 2\n1100 Lisboa" },
			...{ country: "PT", vatNumber: "PT501964843" },
		});
	});

	it.each([
		["without either", payingBy(null)],
		["that is deleted", { deleted: true, name: "Engines Lda" }],
		["that is not known", "cus_1"],
	])("is nobody for a customer %s", async (_case, customer) => {
		const none = { name: null, address: null, country: null, vatNumber: null };
		expect((await read({ customer }).details).billedTo).toEqual(none);
	});
});
