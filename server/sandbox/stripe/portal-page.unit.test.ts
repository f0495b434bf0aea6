import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onlySubscription, startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const PORTAL = "bpc_sandbox";
const CHANGES = "bpc_sandbox_changes";
const DONE = "https://example.com/done";
const priceOf = async (lookupKey: string) =>
	(await sandbox.stripe.prices.list({ lookup_keys: [lookupKey] })).data[0]?.id ?? "";
const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem;

async function confirmPage(subscription: Stripe.Subscription, lookupKey: string): Promise<string> {
	const session = await sandbox.stripe.billingPortal.sessions.create({
		customer: String(subscription.customer),
		configuration: CHANGES,
		return_url: `${sandbox.origin}/pricing`,
		flow_data: {
			type: "subscription_update_confirm",
			subscription_update_confirm: {
				subscription: subscription.id,
				items: [{ id: itemOf(subscription).id, price: await priceOf(lookupKey), quantity: 1 }],
			},
			after_completion: { type: "redirect", redirect: { return_url: DONE } },
		},
	});
	return session.url;
}

it("upgrades now and charges the difference now", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	const url = await confirmPage(subscription, "pro_monthly");
	expect(await (await fetch(url)).text()).toContain("€10.00");
	const confirmed = await sandbox.post(url, { action: "confirm" });
	expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, DONE]);

	const upgraded = await onlySubscription(sandbox, customer);
	expect(itemOf(upgraded).price.lookup_key).toBe("pro_monthly");
	expect(itemOf(upgraded).id).toBe(itemOf(subscription).id);
	const { data } = await sandbox.stripe.invoices.list({ customer });
	expect(data[0]).toMatchObject({ status: "paid", amount_paid: 1000, billing_reason: "subscription_update" });
});

it("starts a new period when a month becomes a year", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	await sandbox.post(await confirmPage(subscription, "basic_yearly"), { action: "confirm" });
	const [item] = (await onlySubscription(sandbox, customer)).items.data;
	expect(((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 86_400).toBeGreaterThan(364);
	expect((await sandbox.stripe.invoices.list({ customer })).data[0]?.amount_paid).toBe(9990 - 999);
});

it("keeps an unpaid upgrade waiting until another card pays it", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly", "4000 0000 0000 0341");
	await sandbox.control.setCard({ customer, cardNumber: "4000 0000 0000 0002" });
	const url = await confirmPage(subscription, "pro_monthly");
	const declined = await sandbox.post(url, { action: "confirm" });
	expect([declined.status, (await declined.text()).includes("Your card was declined.")]).toEqual([402, true]);
	const waiting = await onlySubscription(sandbox, customer);
	expect([waiting.status, itemOf(waiting).price.lookup_key]).toEqual(["active", "basic_monthly"]);
	expect(waiting.pending_update?.subscription_items?.[0]?.price.lookup_key).toBe("pro_monthly");

	expect((await sandbox.post(url, { card_number: "4242424242424242" })).status).toBe(303);
	const paid = await onlySubscription(sandbox, customer);
	expect([paid.pending_update, itemOf(paid).price.lookup_key]).toEqual([null, "pro_monthly"]);
	await sandbox.control.webhooks.idle();
	expect(sandbox.types()).toContain("customer.subscription.pending_update_applied");
});

it("forgets an upgrade that nobody pays within 23 hours", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	await sandbox.control.setCard({ customer, cardNumber: "4000 0000 0000 0002" });
	await sandbox.post(await confirmPage(subscription, "pro_monthly"), { action: "confirm" });
	await sandbox.control.advance({ customer, seconds: 23 * 3600 + 1 });
	const after = await onlySubscription(sandbox, customer);
	expect([after.pending_update, itemOf(after).price.lookup_key]).toEqual([null, "basic_monthly"]);
	expect((await sandbox.stripe.invoices.list({ customer })).data[0]?.status).toBe("void");
});

it("asks the bank again for an upgrade with a card that wants 3-D Secure each time", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly");
	await sandbox.control.setCard({ customer, cardNumber: "4000 0027 6000 3184" });
	const url = await confirmPage(subscription, "enterprise_monthly");
	const asked = await (await sandbox.post(url, { action: "confirm" })).text();
	expect(asked).toContain("3-D Secure");
	expect((await sandbox.post(url, { action: "complete" })).status).toBe(303);
	expect(itemOf(await onlySubscription(sandbox, customer)).price.lookup_key).toBe("enterprise_monthly");
});

it("cancels with cancel_at alone, and takes it back", async () => {
	const { customer, subscription } = await subscribed(sandbox);
	const { url } = await sandbox.stripe.billingPortal.sessions.create({
		customer,
		configuration: PORTAL,
		return_url: `${sandbox.origin}/admin`,
	});
	expect(await (await fetch(url)).text()).toContain("Cancel subscription");
	await sandbox.post(url, { action: "cancel" });
	expect(await onlySubscription(sandbox, customer)).toMatchObject({
		status: "active",
		cancel_at_period_end: false,
		cancel_at: itemOf(subscription).current_period_end,
	});
	await sandbox.post(url, { action: "renew" });
	expect((await onlySubscription(sandbox, customer)).cancel_at).toBeNull();
});

it("is no page of a portal that nobody has set up: there is no default", async () => {
	const { customer } = await subscribed(sandbox);
	await expect(sandbox.stripe.billingPortal.sessions.create({ customer })).rejects.toThrow(
		"default configuration has not been created",
	);
	const { data } = await sandbox.stripe.billingPortal.configurations.list();
	expect(data.map((each) => each.is_default)).toEqual([false, false]);
});

it("tells with each product whether its quantity can change", async () => {
	const products = [{ product: "prod_pro", prices: [await priceOf("pro_monthly")] }];
	const updates = { enabled: true, default_allowed_updates: ["price" as const], products };
	const made = await sandbox.stripe.billingPortal.configurations.create({ features: { subscription_update: updates } });
	expect(made.features.subscription_update.products).toEqual([
		{ ...products[0], adjustable_quantity: { enabled: false, maximum: null, minimum: 1 } },
	]);
});

it("ends what is past due when the change is paid, though an older invoice is not", async () => {
	const { customer, subscription } = await subscribed(sandbox, "basic_monthly", "4000 0000 0000 0341");
	const end = itemOf(subscription).current_period_end;
	await sandbox.control.advance({ customer, seconds: end - sandbox.control.now(customer) + 2 * 3600 });
	const behind = await onlySubscription(sandbox, customer);
	expect(behind.status).toBe("past_due");
	const url = await confirmPage(behind, "pro_monthly");
	await sandbox.control.setCard({ customer, cardNumber: "4242424242424242" });
	await sandbox.post(url, { action: "confirm" });
	expect((await onlySubscription(sandbox, customer)).status).toBe("active");
	const { data } = await sandbox.stripe.invoices.list({ customer });
	expect(data.map(({ status }) => status)).toEqual(["paid", "open", "paid"]);

	await sandbox.control.setCard({ customer, cardNumber: "4000 0000 0000 0002" });
	await sandbox.control.advance({ customer, days: 3 });
	expect((await onlySubscription(sandbox, customer)).status).toBe("active");
});

it("refuses a change that is none", async () => {
	const { subscription } = await subscribed(sandbox, "pro_monthly");
	await expect(confirmPage(subscription, "pro_monthly")).rejects.toThrow("no changes");
});
