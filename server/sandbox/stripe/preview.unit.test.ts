import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem;
const DAY = 86_400;

async function preview(
	subscription: Stripe.Subscription,
	lookupKey: string,
	proration: "always_invoice" | "none",
	more: { cancel_at_period_end?: boolean } = {},
): Promise<Stripe.Invoice> {
	const [price] = (await sandbox.stripe.prices.list({ lookup_keys: [lookupKey] })).data;
	return sandbox.stripe.invoices.createPreview({
		subscription: subscription.id,
		subscription_details: {
			items: [{ id: itemOf(subscription).id, price: price?.id ?? "", quantity: 1 }],
			proration_behavior: proration,
			...more,
		},
	});
}

describe("the preview of another price", () => {
	it("is the invoice of today where prorations are invoiced: unused time, then the rest at the new price", async () => {
		const { subscription } = await subscribed(sandbox, "basic_monthly");
		const { current_period_end: end } = itemOf(subscription);
		const invoice = await preview(subscription, "pro_monthly", "always_invoice");
		expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-999, 1_999]);
		expect([invoice.amount_due, invoice.total]).toEqual([1_000, 1_000]);
		expect(invoice.lines.data.map(({ period }) => period.end)).toEqual([end, end]);
	});

	it("leaves a credit where the unused time is worth more than the new price", async () => {
		const { subscription } = await subscribed(sandbox, "basic_yearly");
		const invoice = await preview(subscription, "pro_monthly", "always_invoice");
		expect([invoice.amount_due, invoice.total]).toEqual([0, 1_999 - 9_990]);
		const length = (invoice.lines.data[1]?.period.end ?? 0) - (invoice.lines.data[1]?.period.start ?? 0);
		expect([28, 29, 30, 31]).toContain(length / DAY);
	});

	it("is a whole period at the new price where there are no prorations", async () => {
		const { subscription } = await subscribed(sandbox, "pro_monthly");
		const same = await preview(subscription, "basic_monthly", "none");
		expect([same.amount_due, same.lines.data[0]?.period.start]).toEqual([999, itemOf(subscription).current_period_end]);
		expect((await preview(subscription, "basic_yearly", "none")).amount_due).toBe(9_990);
	});

	it("is refused for one that ends, unless it is previewed without that end", async () => {
		const { subscription } = await subscribed(sandbox, "basic_monthly");
		await sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
		await expect(preview(subscription, "pro_monthly", "none")).rejects.toMatchObject({ code: "invoice_upcoming_none" });
		const kept = await preview(subscription, "pro_monthly", "none", { cancel_at_period_end: false });
		expect(kept.amount_due).toBe(1_999);
	});
});

it("less than half a euro is not charged, and added to the next invoice", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	await sandbox.control.advance({
		customer,
		seconds: itemOf(subscription).current_period_end - 3_600 - sandbox.control.now(customer),
	});
	const invoice = await preview(subscription, "pro_monthly", "always_invoice");
	expect([invoice.total > 0, invoice.total < 50, invoice.amount_due]).toEqual([true, true, 0]);
});
