import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { readPayments } from "./stripe-payments.ts";

const SUBSCRIPTION = { id: "sub_1" } as Stripe.Subscription;

function charge(change: object = {}) {
	return {
		id: "ch_1",
		disputed: false,
		refunded: false,
		amount_refunded: 0,
		receipt_url: "https://receipt",
		payment_method_details: { type: "card", card: { brand: "visa", last4: "4242", country: "PT" } },
		...change,
	};
}
function intent(change: object = {}) {
	return {
		id: "pi_1",
		status: "succeeded",
		amount: 2_000,
		created: 1_700_000_000,
		last_payment_error: null,
		latest_charge: charge(),
		...change,
	};
}
function paid(intentId: unknown = "pi_1", amount: number | null = 1_999) {
	return { amount_paid: amount, payment: { payment_intent: intentId } };
}
function invoice(payments: object[], change: object = {}) {
	return { id: "in_1", currency: "eur", payments: { data: payments, has_more: false }, ...change };
}

async function read({
	intents = [intent()],
	invoices = [invoice([paid()])],
	disputes = [] as object[],
	more = [] as object[],
} = {}) {
	const fake = fakeStripe({
		"invoices.list": () => invoices,
		"paymentIntents.list": () => intents,
		"disputes.list": () => disputes,
		"invoicePayments.list": () => more,
	});
	return { ...fake, ...(await readPayments(fake.stripe, "cus_1", [SUBSCRIPTION])) };
}

it("a payment is written down as Stripe tells it", async () => {
	const { rows, cardCountry, named } = await read();
	expect(rows).toEqual([
		{
			stripePaymentIntentId: "pi_1",
			stripeInvoiceId: "in_1",
			amount: 1_999,
			currency: "eur",
			status: "succeeded",
			paymentMethod: "visa •4242",
			receiptUrl: "https://receipt",
			createdAt: new Date(1_700_000_000_000),
		},
	]);
	expect(cardCountry).toBe("PT");
	expect(named("invoices.list")).toEqual([[{ subscription: "sub_1", limit: 100, expand: ["data.payments"] }]]);
	expect(named("paymentIntents.list")).toEqual([[{ customer: "cus_1", limit: 100, expand: ["data.latest_charge"] }]]);
	expect(named("disputes.list")).toEqual([]);
});

it("a payment dates from when it was tried last: a renewal that is tried for weeks keeps one intent", async () => {
	const { rows } = await read({ intents: [intent({ latest_charge: charge({ created: 1_701_296_000 }) })] });
	expect(rows).toMatchObject([{ createdAt: new Date(1_701_296_000_000) }]);
});

it("without a subscription there is nothing to ask", async () => {
	const { stripe, calls } = fakeStripe();
	expect(await readPayments(stripe, "cus_1", [])).toEqual({
		rows: [],
		invoices: new Map(),
		cardCountry: null,
		hasUsedCode: false,
	});
	expect(calls).toEqual([]);
});

it.each([
	["none was", [], false],
	["one took nothing off", [{ amount: 0 }], false],
	["one was", [{ amount: 0 }, { amount: 999 }], true],
])("whether a code was used: %s", async (_case, off, hasUsedCode) => {
	const { stripe } = fakeStripe({ "invoices.list": () => [{ id: "in_1", total_discount_amounts: off }] });
	const subscription = { id: "sub_1" } as Stripe.Subscription;
	expect((await readPayments(stripe, "cus_1", [subscription])).hasUsedCode).toBe(hasUsedCode);
});

describe("where a payment stands", () => {
	const isLost = { latest_charge: charge({ disputed: true }) };
	it.each<[string, object, object[], string | null]>([
		["paid", {}, [], "succeeded"],
		["paid without a card's charge", { latest_charge: null }, [], "succeeded"],
		["paid by a charge that is not told", { latest_charge: "ch_1" }, [], "succeeded"],
		["partly given back", { latest_charge: charge({ amount_refunded: 1 }) }, [], "partially_refunded"],
		["given back", { latest_charge: charge({ refunded: true, amount_refunded: 1_999 }) }, [], "refunded"],
		["disputed", isLost, [{ status: "needs_response" }], "disputed"],
		["disputed and lost", isLost, [{ status: "needs_response" }, { status: "lost" }], "lost"],
		["disputed and won", isLost, [{ status: "won" }], "succeeded"],
		["warned of", isLost, [{ status: "warning_closed" }], "succeeded"],
		["kept from a dispute", isLost, [{ status: "prevented" }], "succeeded"],
		[
			"disputed, won and given back",
			{ latest_charge: charge({ disputed: true, refunded: true }) },
			[{ status: "won" }],
			"refunded",
		],
		["declined", { status: "requires_payment_method", last_payment_error: {} }, [], "failed"],
		["not tried yet", { status: "requires_payment_method" }, [], null],
		["waiting for the person", { status: "requires_action" }, [], "requires_action"],
	])("%s", async (_case, change, disputes, status) => {
		const { rows, named } = await read({ intents: [intent(change)], disputes });
		expect(rows.map((row) => row.status)).toEqual(status ? [status] : []);
		const asked = disputes.length > 0 ? [[{ charge: "ch_1", limit: 100 }]] : [];
		expect(named("disputes.list")).toEqual(asked);
	});
});

describe("how it was paid", () => {
	it.each([
		["by card", charge(), "visa •4242", "https://receipt"],
		["in another way", charge({ payment_method_details: { type: "sepa_debit" } }), "sepa_debit", "https://receipt"],
		["in a way that is not told", charge({ payment_method_details: null, receipt_url: null }), null, null],
		["without a charge", null, null, null],
	])("%s", async (_case, latest, paymentMethod, receiptUrl) => {
		const { rows } = await read({ intents: [intent({ latest_charge: latest })] });
		expect(rows).toMatchObject([{ paymentMethod, receiptUrl }]);
	});

	it("its amount is what was paid of the invoice, or else what was asked for", async () => {
		const { rows } = await read({ invoices: [invoice([paid("pi_1", null)])] });
		expect(rows).toMatchObject([{ amount: 2_000 }]);
		expect((await read({ invoices: [invoice([paid("pi_1", 0)])] })).rows).toMatchObject([{ amount: 0 }]);
	});
});

describe("which payments", () => {
	it("every one of an invoice, however its intent is told, and none without one", async () => {
		const { rows, named } = await read({
			intents: [intent(), intent({ id: "pi_2" }), intent({ id: "pi_of_nothing" })],
			invoices: [invoice([paid("pi_1"), paid({ id: "pi_2" }), paid(null), paid("pi_of_nobody")])],
		});
		expect(rows.map((row) => row.stripePaymentIntentId)).toEqual(["pi_1", "pi_2"]);
		expect(named("invoicePayments.list")).toEqual([]);
	});

	it("an invoice without payments has none", async () => {
		expect((await read({ invoices: [invoice([], { payments: undefined })] })).rows).toEqual([]);
	});

	it("an invoice with more of them than it tells is asked for all", async () => {
		const long = invoice([paid("pi_1")], { payments: { data: [paid("pi_1")], has_more: true } });
		const { rows, named } = await read({
			intents: [intent(), intent({ id: "pi_2" })],
			invoices: [long],
			more: [paid("pi_1"), paid("pi_2")],
		});
		expect(rows).toHaveLength(2);
		expect(named("invoicePayments.list")).toEqual([[{ invoice: "in_1", limit: 100 }]]);
	});
});

it("the country is that of the card that paid last", async () => {
	const by = (country: string | null, created: number, change: object = {}) =>
		intent({
			id: `pi_${created}`,
			created,
			latest_charge: charge({ payment_method_details: { card: { country } } }),
			...change,
		});
	const countryOf = async (...intents: object[]) => (await read({ intents: intents as never })).cardCountry;
	expect(await countryOf(by("PT", 1), by("DE", 3), by("FR", 2))).toBe("DE");
	expect(await countryOf(by("PT", 1), by("DE", 2, { status: "requires_payment_method" }))).toBe("PT");
	expect(await countryOf(by("PT", 1), by(null, 2))).toBe("PT");
	const late = charge({ created: 3, payment_method_details: { card: { country: "DE" } } });
	expect(await countryOf(by("PT", 2), by("DE", 1, { latest_charge: late }))).toBe("DE");
	expect(await countryOf(intent({ latest_charge: null }))).toBeNull();
	expect(
		await countryOf(intent({ latest_charge: charge({ payment_method_details: { type: "sepa_debit" } }) })),
	).toBeNull();
});
