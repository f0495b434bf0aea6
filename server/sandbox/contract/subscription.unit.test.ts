import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Contract, itemOf, openContract, PATIENCE_MS, refusal } from "./contract.ts";

const DAY = 86_400;
let contract: Contract;
beforeAll(async () => {
	contract = await openContract();
}, PATIENCE_MS);
afterAll(() => contract.close());

describe("a subscription's life", { timeout: PATIENCE_MS }, () => {
	it("starts active, with its period on the item and its payment on the invoice", async () => {
		const { customer, subscription } = await contract.subscriber();
		expect(subscription).toMatchObject({
			status: "active",
			cancel_at: null,
			cancel_at_period_end: false,
			customer,
		});
		expect(subscription.billing_mode.type).toBe("flexible");
		expect(subscription).not.toHaveProperty("current_period_end");
		const days = (itemOf(subscription).current_period_end - itemOf(subscription).current_period_start) / DAY;
		expect([28, 29, 30, 31]).toContain(days);

		const invoice = await contract.latestInvoice(subscription.id);
		expect(invoice).toMatchObject({
			status: "paid",
			amount_paid: 999,
			currency: "eur",
			billing_reason: "subscription_create",
		});
		expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
		expect(invoice).not.toHaveProperty("payment_intent");
		const payment = invoice.payments?.data[0]?.payment;
		expect(payment?.type).toBe("payment_intent");
		const intent = await contract.stripe.paymentIntents.retrieve(String(payment?.payment_intent), {
			expand: ["latest_charge"],
		});
		const charge = intent.latest_charge as Stripe.Charge;
		expect(intent).toMatchObject({ status: "succeeded", amount: 999, customer });
		expect(charge).toMatchObject({ paid: true, refunded: false, disputed: false });
		expect(charge.payment_method_details?.card).toMatchObject({ brand: "visa", last4: "4242", country: "US" });
		expect(charge.receipt_url).toMatch(/^http/);
		const found = await contract.stripe.invoicePayments.list({ invoice: invoice.id });
		expect(found.data.map(({ payment }) => payment.payment_intent)).toEqual([intent.id]);
	});

	it("plans its end and takes the plan back", async () => {
		const { subscription } = await contract.subscriber();
		const end = itemOf(subscription).current_period_end;
		const ending = await contract.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
		expect(ending).toMatchObject({ status: "active", cancel_at_period_end: true, cancel_at: end });
		const going = await contract.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
		expect(going).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
		const dated = await contract.stripe.subscriptions.update(subscription.id, { cancel_at: end });
		expect(dated).toMatchObject({ cancel_at_period_end: false, cancel_at: end });
		expect(await contract.stripe.subscriptions.update(subscription.id, { cancel_at: "" })).toMatchObject({
			cancel_at: null,
		});
	});

	it("ends at once when cancelled, and stays ended", async () => {
		const { customer, subscription } = await contract.subscriber();
		expect(await contract.stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: "canceled" });
		expect((await contract.stripe.subscriptions.list({ customer })).data).toEqual([]);
		expect((await contract.stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
		expect((await refusal(contract.stripe.subscriptions.cancel(subscription.id))).statusCode).toBe(404);
		const revive = contract.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
		expect((await refusal(revive)).statusCode).toBe(400);
	});

	it("renews", async () => {
		const { customer, subscription } = await contract.subscriber();
		const end = itemOf(subscription).current_period_end;
		await contract.advance(customer, end + 2 * 3600);
		const renewed = await contract.subscriptionOf(customer);
		expect(renewed.status).toBe("active");
		expect(itemOf(renewed).current_period_start).toBe(end);
		expect(await contract.latestInvoice(subscription.id)).toMatchObject({
			status: "paid",
			billing_reason: "subscription_cycle",
		});
	});

	it("falls behind when a renewal fails", async () => {
		const { customer, subscription } = await contract.subscriber();
		await contract.declineLater(customer);
		await contract.advance(customer, itemOf(subscription).current_period_end + 2 * 3600);
		expect((await contract.subscriptionOf(customer)).status).toBe("past_due");
		const invoice = await contract.latestInvoice(subscription.id);
		expect(invoice).toMatchObject({ status: "open", attempt_count: 1 });
		expect(invoice.next_payment_attempt).not.toBeNull();
	});

	it("refunds a payment in parts, and no more than was paid", async () => {
		const { customer, subscription } = await contract.subscriber();
		const invoice = await contract.latestInvoice(subscription.id);
		const intent = String(invoice.payments?.data[0]?.payment.payment_intent);
		expect(await contract.stripe.refunds.create({ payment_intent: intent, amount: 400 })).toMatchObject({
			status: "succeeded",
			amount: 400,
		});
		expect((await refusal(contract.stripe.refunds.create({ payment_intent: intent, amount: 900 }))).statusCode).toBe(
			400,
		);
		expect(await contract.stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 599 });
		expect(await refusal(contract.stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
			code: "charge_already_refunded",
		});
		const { latest_charge: charge } = await contract.stripe.paymentIntents.retrieve(intent, {
			expand: ["latest_charge"],
		});
		expect(charge).toMatchObject({ refunded: true, amount_refunded: 999 });
		expect((await contract.subscriptionOf(customer)).status).toBe("active");
	});

	it("changes its price and its end in one call, at the amount that was previewed", async () => {
		const { customer, subscription } = await contract.subscriber();
		await contract.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
		const items = [{ id: itemOf(subscription).id, price: contract.prices.large.id, quantity: 1 }];
		const details = { items, proration_behavior: "always_invoice", cancel_at_period_end: false } as const;
		const preview = (proration_date?: number) =>
			contract.stripe.invoices.createPreview({
				subscription: subscription.id,
				subscription_details: { ...details, ...(proration_date && { proration_date }) },
			});
		const first = await preview();
		const proration_date = first.parent?.subscription_details?.subscription_proration_date ?? 0;
		expect(proration_date).toBeGreaterThanOrEqual(itemOf(subscription).current_period_start);
		expect((await preview(proration_date)).amount_due).toBe(first.amount_due);
		const change = { ...details, payment_behavior: "pending_if_incomplete", proration_date } as const;
		expect(await contract.stripe.subscriptions.update(subscription.id, change)).toMatchObject({
			pending_update: null,
			cancel_at_period_end: false,
			cancel_at: null,
		});
		expect(itemOf(await contract.subscriptionOf(customer)).price.id).toBe(contract.prices.large.id);
		const invoice = await contract.latestInvoice(subscription.id);
		expect(invoice).toMatchObject({ status: "paid", amount_paid: first.amount_due });
		const { cancel_at_period_end: _, ...undated } = change;
		const dated = { ...undated, cancel_at: itemOf(subscription).current_period_end };
		expect((await refusal(contract.stripe.subscriptions.update(subscription.id, dated))).statusCode).toBe(400);
	});

	it("keeps a change that is not paid back, with its end, until its invoice is void", async () => {
		const { customer, subscription } = await contract.subscriber();
		await contract.declineLater(customer);
		await contract.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
		const pending = await contract.stripe.subscriptions.update(subscription.id, {
			items: [{ id: itemOf(subscription).id, price: contract.prices.large.id, quantity: 1 }],
			payment_behavior: "pending_if_incomplete",
			proration_behavior: "always_invoice",
			cancel_at_period_end: false,
		});
		expect(pending).toMatchObject({ status: "active", cancel_at_period_end: true });
		expect(pending.pending_update).toMatchObject({ cancel_at_period_end: false });
		expect(itemOf(pending).price.id).toBe(contract.prices.small.id);
		const { data } = await contract.stripe.invoicePayments.list({
			invoice: String(pending.latest_invoice),
			expand: ["data.payment.payment_intent"],
		});
		expect(data[0]?.payment.payment_intent).toMatchObject({ status: "requires_payment_method" });
		await contract.stripe.invoices.voidInvoice(String(pending.latest_invoice));
		expect(await contract.subscriptionOf(customer)).toMatchObject({ pending_update: null, cancel_at_period_end: true });
	});

	it("ends with its period instead of by date, and keeps what is written on it", async () => {
		const { subscription } = await contract.subscriber();
		const end = itemOf(subscription).current_period_end;
		await contract.stripe.subscriptions.update(subscription.id, { cancel_at: end, metadata: { mark: "1" } });
		const ending = await contract.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
		expect(ending).toMatchObject({ cancel_at_period_end: true, cancel_at: end, metadata: { mark: "1" } });
		const going = await contract.stripe.subscriptions.update(subscription.id, {
			cancel_at_period_end: false,
			metadata: { mark: "" },
		});
		expect(going).toMatchObject({ cancel_at: null, metadata: {} });
	});
});
