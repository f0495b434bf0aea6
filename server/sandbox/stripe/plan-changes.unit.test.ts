import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onlySubscription, startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const priceOf = async (lookupKey: string) =>
	(await sandbox.stripe.prices.list({ lookup_keys: [lookupKey] })).data[0]?.id ?? "";
const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem;

async function change(
	subscription: Stripe.Subscription,
	lookupKey: string,
	more: Stripe.SubscriptionUpdateParams = {},
): Promise<Stripe.Subscription> {
	return sandbox.stripe.subscriptions.update(subscription.id, {
		items: [{ id: itemOf(subscription).id, price: await priceOf(lookupKey), quantity: 1 }],
		payment_behavior: "pending_if_incomplete",
		proration_behavior: "always_invoice",
		...more,
	});
}

it("starts a new period when a month becomes a year", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	const item = itemOf(await change(subscription, "basic_yearly"));
	expect((item.current_period_end - item.current_period_start) / 86_400).toBeGreaterThan(364);
	expect((await sandbox.stripe.invoices.list({ customer })).data[0]?.amount_paid).toBe(9990 - 999);
});

it("prorates from the given moment of the running period, and from no other", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	const { current_period_start: start, current_period_end: end } = itemOf(subscription);
	await sandbox.control.advance({ customer, days: 10 });
	for (const proration_date of [start - 1, sandbox.control.now(customer) + 60, end + 1]) {
		await expect(change(subscription, "pro_monthly", { proration_date })).rejects.toThrow("outside of the current");
	}
	await change(subscription, "pro_monthly", { proration_date: start });
	expect((await sandbox.stripe.invoices.list({ customer })).data[0]?.amount_paid).toBe(1000);
});

it.each([
	["23 hours have passed", (customer: string) => sandbox.control.advance({ customer, seconds: 23 * 3600 + 1 })],
	[
		"its invoice is void",
		async (customer: string) => {
			const [invoice] = (await sandbox.stripe.invoices.list({ customer })).data;
			await sandbox.stripe.invoices.voidInvoice(invoice?.id ?? "");
		},
	],
	[
		"an end is planned that contradicts it",
		async (customer: string) => {
			const { id } = await onlySubscription(sandbox, customer);
			await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true });
		},
	],
])("forgets an unpaid upgrade once %s", async (_case, run) => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	await sandbox.control.setCard({ customer, cardNumber: "4000 0000 0000 0002" });
	await change(subscription, "pro_monthly", { cancel_at_period_end: false });
	await run(customer);
	const after = await onlySubscription(sandbox, customer);
	expect([after.pending_update, itemOf(after).price.lookup_key]).toEqual([null, "basic_monthly"]);
	expect((await sandbox.stripe.invoices.list({ customer })).data[0]?.status).toBe("void");
});

it("refuses what a pending update can't hold, and a price next to a schedule", async () => {
	const { subscription } = await subscribed(sandbox, "basic_monthly");
	const { current_period_end: cancel_at } = itemOf(subscription);
	await expect(change(subscription, "pro_monthly", { cancel_at })).rejects.toThrow("Unsupported parameter: cancel_at");
	await sandbox.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
	await expect(change(subscription, "pro_monthly")).rejects.toThrow("managed by the subscription schedule");
});
