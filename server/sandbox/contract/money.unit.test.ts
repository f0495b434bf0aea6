import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Contract, itemOf, openContract, PATIENCE_MS, refusal } from "./contract.ts";

/** What docs/stripe.md lists, as far as a test key can try it. */
const HOUR = 3_600;
let contract: Contract;
beforeAll(async () => {
	contract = await openContract();
}, PATIENCE_MS);
afterAll(() => contract.close());

/** Plans the yearly price for the end of the paid month. */
async function planYear(subscription: Stripe.Subscription): Promise<Stripe.SubscriptionSchedule> {
	const { stripe, prices } = contract;
	const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
	const [present] = phases;
	const end = present?.end_date ?? 0;
	return stripe.subscriptionSchedules.update(id, {
		end_behavior: "release",
		proration_behavior: "none",
		phases: [
			{ items: [{ price: prices.small.id, quantity: 1 }], start_date: present?.start_date ?? 0, end_date: end },
			{ items: [{ price: prices.largeYearly.id, quantity: 1 }], end_date: end + 366 * 24 * HOUR },
		],
	});
}

/** A subscriber with a failed renewal. */
async function pastDue() {
	const { customer, subscription } = await contract.subscriber();
	await contract.declineLater(customer);
	await contract.advance(customer, itemOf(subscription).current_period_end + 2 * HOUR);
	return { customer, subscription };
}

describe("a change planned for the end of the paid period", { timeout: PATIENCE_MS }, () => {
	it("goes from a month to a year, is what the preview names, and is charged whole", async () => {
		const { customer, subscription } = await contract.subscriber();
		const schedule = await planYear(subscription);
		expect(schedule.phases).toHaveLength(2);
		const preview = await contract.stripe.invoices.createPreview({ subscription: subscription.id });
		expect(preview.amount_due).toBe(19_990);
		await contract.advance(customer, itemOf(subscription).current_period_end + 2 * HOUR);
		const changed = await contract.subscriptionOf(customer);
		expect(itemOf(changed).price.recurring?.interval).toBe("year");
		expect(await contract.latestInvoice(subscription.id)).toMatchObject({ status: "paid", amount_paid: 19_990 });
	});
});

describe("the invoice that is owed", { timeout: PATIENCE_MS }, () => {
	it("is no longer tried once the subscription has ended, and can be voided, once", async () => {
		const { stripe } = contract;
		const { subscription } = await pastDue();
		await stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false });
		const openInvoices = await contract.latestInvoice(subscription.id);
		expect(openInvoices).toMatchObject({ status: "open", auto_advance: false, next_payment_attempt: null });
		expect(await stripe.invoices.voidInvoice(openInvoices.id)).toMatchObject({ status: "void" });
		expect((await refusal(stripe.invoices.voidInvoice(openInvoices.id))).statusCode).toBe(400);
	});

	it("is shown by the portal", async () => {
		const { billingPortal } = contract.stripe;
		const { customer } = await pastDue();
		const { id: configuration } = await billingPortal.configurations.create({
			features: { invoice_history: { enabled: true }, payment_method_update: { enabled: true } },
		});
		const return_url = "https://example.com/";
		const page = await billingPortal.sessions.create({ customer, configuration, return_url });
		expect(page.url).toMatch(/^http/);
	});
});

describe("the customer on an invoice", { timeout: PATIENCE_MS }, () => {
	it("is copied when the invoice is finalized, tax ids included", async () => {
		const { stripe } = contract;
		const { customer, subscription } = await contract.subscriber();
		const address = {
			line1: "Rua das Flores 1, Lisboa",
			line2: "",
			city: "",
			postal_code: "",
			state: "",
			country: "PT",
		};
		await stripe.customers.update(customer, { name: "Engines Lda", address });
		await stripe.customers.createTaxId(customer, { type: "eu_vat", value: "PT501964843" });
		await contract.advance(customer, itemOf(subscription).current_period_end + 2 * HOUR);
		const invoice = await contract.latestInvoice(subscription.id);
		expect(invoice).toMatchObject({
			customer_name: "Engines Lda",
			customer_address: { line1: address.line1, city: null, country: "PT" },
			customer_tax_ids: [{ type: "eu_vat", value: "PT501964843" }],
		});
		const read = await stripe.subscriptions.retrieve(subscription.id, { expand: ["customer.tax_ids"] });
		const named = read.customer as Stripe.Customer;
		expect(named.tax_ids?.data.map(({ value }) => value)).toEqual(["PT501964843"]);
	});
});

describe("a checkout page", { timeout: PATIENCE_MS }, () => {
	const open = async (change: Partial<Stripe.Checkout.SessionCreateParams>) => {
		const { id: customer } = await contract.stripe.customers.create({ email: "contract@example.com" });
		return contract.stripe.checkout.sessions.create({
			...{ mode: "subscription", customer, success_url: "https://example.com/" },
			...{ line_items: [{ price: contract.prices.small.id, quantity: 1 }], ...change },
		});
	};

	it("offers cards only", async () => {
		const { allowed_payment_method_types: types } = await open({ allowed_payment_method_types: ["card"] });
		expect(types).toEqual(["card"]);
	});

	it("may keep name and address, but not where checkout collects tax ids", async () => {
		const keeps = { name: "never", address: "never" } as const;
		const session = await open({ customer_update: keeps, tax_id_collection: { enabled: false } });
		expect(session.tax_id_collection?.enabled ?? false).toBe(false);
		const refused = await refusal(open({ customer_update: keeps, tax_id_collection: { enabled: true } }));
		expect(refused.message).toMatch(/customer_update\[name\]/);
	});
});

it("a dispute that the bank decides against us is lost", { timeout: PATIENCE_MS }, async () => {
	const charge = await contract.lostCharge();
	const { data } = await contract.stripe.disputes.list({ charge });
	expect(data.map(({ status }) => status)).toEqual(["lost"]);
});

describe("a customer's credit", { timeout: PATIENCE_MS }, () => {
	it("is used by the next invoice, each movement in the ledger with the balance before and after", async () => {
		const { stripe } = contract;
		const { customer, subscription } = await contract.subscriber();
		await stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: "eur" });
		await contract.advance(customer, itemOf(subscription).current_period_end + 2 * HOUR);
		const renewed = await contract.latestInvoice(subscription.id);
		expect(renewed).toMatchObject({ amount_due: 499, starting_balance: -500, ending_balance: 0 });
		const { data } = await stripe.customers.listBalanceTransactions(customer);
		expect(data.map(({ type, amount, ending_balance: ending }) => [type, amount, ending])).toEqual([
			["applied_to_invoice", 500, 0],
			["adjustment", -500, -500],
		]);
	});

	it("goes with the customer, and payments can be noted on and refunded in part afterwards", async () => {
		const { stripe } = contract;
		const { customer } = await contract.subscriber();
		const { id = "" } = (await stripe.paymentIntents.list({ customer })).data[0] ?? {};
		await stripe.customers.del(customer);
		expect((await refusal(stripe.customers.listBalanceTransactions(customer))).code).toBe("resource_missing");
		expect((await stripe.paymentIntents.update(id, { metadata: { note: "1" } })).metadata).toMatchObject({ note: "1" });
		await stripe.refunds.create({ payment_intent: id, amount: 100, metadata: { credit: "1" } });
		const { data } = await stripe.refunds.list({ payment_intent: id });
		expect(data.map(({ amount, metadata }) => [amount, metadata?.credit])).toEqual([[100, "1"]]);
	});
});
