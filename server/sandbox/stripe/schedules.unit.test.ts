import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onlySubscription, startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem;

type Plan = { customer: string; subscription: Stripe.Subscription };

/** Plans another price for the end of the paid period, as the product does. */
async function plan({ customer, subscription }: Plan, lookupKey: string): Promise<Stripe.Subscription> {
	const { stripe } = sandbox;
	const [price] = (await stripe.prices.list({ lookup_keys: [lookupKey] })).data;
	const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
	const { start_date, end_date, items } = schedule.phases[0] as Stripe.SubscriptionSchedule.Phase;
	const present = { start_date, end_date, items: items.map((item) => ({ price: String(item.price) })) };
	const interval = price?.recurring?.interval ?? "month";
	const next = { items: [{ price: price?.id ?? "" }], duration: { interval, interval_count: 1 } };
	await stripe.subscriptionSchedules.update(schedule.id, { phases: [present, next] });
	return onlySubscription(sandbox, customer);
}

it.each([
	["a cheaper plan", "pro_monthly", "basic_monthly", 999],
	["a shorter interval", "basic_yearly", "starter_monthly", 499],
	["a lower plan that is paid by the year", "pro_monthly", "basic_yearly", 9_990],
])("%s begins when the period ends, with its own invoice", async (_case, from, to, amount) => {
	const person = await subscribed(sandbox, from);
	const planned = await plan(person, to);
	expect(itemOf(planned).price.lookup_key).toBe(from);
	const cancel = sandbox.stripe.subscriptions.update(planned.id, { cancel_at_period_end: true });
	await expect(cancel).rejects.toThrow("managed by the subscription schedule");
	const { phases } = await sandbox.stripe.subscriptionSchedules.retrieve(String(planned.schedule));
	const end = itemOf(planned).current_period_end;
	expect(phases[1]?.start_date).toBe(end);
	const preview = await sandbox.stripe.invoices.createPreview({ subscription: planned.id });
	expect([preview.amount_due, preview.lines.data[0]?.period.start]).toEqual([amount, end]);

	const { customer } = person;
	await sandbox.control.advance({ customer, seconds: end - sandbox.control.now(customer) + 2 * 3600 });
	const after = await onlySubscription(sandbox, customer);
	expect([after.status, itemOf(after).price.lookup_key, after.schedule]).toEqual(["active", to, null]);
	expect(itemOf(after)).toMatchObject({ current_period_start: end, current_period_end: phases[1]?.end_date });
	const [invoice] = (await sandbox.stripe.invoices.list({ customer })).data;
	expect(invoice).toMatchObject({ status: "paid", amount_paid: amount, billing_reason: "subscription_cycle" });
});

it("lets go of a planned change when its schedule is released", async () => {
	const person = await subscribed(sandbox, "pro_monthly");
	const planned = await plan(person, "starter_monthly");
	await sandbox.stripe.subscriptionSchedules.release(String(planned.schedule));
	expect((await onlySubscription(sandbox, person.customer)).schedule).toBeNull();
});
