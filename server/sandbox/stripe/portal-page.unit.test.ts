import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onlySubscription, startSandbox, subscribed, type TestSandbox } from "../testing/start-sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const PORTAL = "bpc_sandbox";
const priceOf = async (lookupKey: string) =>
	(await sandbox.stripe.prices.list({ lookup_keys: [lookupKey] })).data[0]?.id ?? "";
const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem;

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
	expect(data.map((each) => each.is_default)).toEqual([false]);
});

it("tells with each product whether its quantity can change", async () => {
	const products = [{ product: "prod_pro", prices: [await priceOf("pro_monthly")] }];
	const updates = { enabled: true, default_allowed_updates: ["price" as const], products };
	const made = await sandbox.stripe.billingPortal.configurations.create({ features: { subscription_update: updates } });
	expect(made.features.subscription_update.products).toEqual([
		{ ...products[0], adjustable_quantity: { enabled: false, maximum: null, minimum: 1 } },
	]);
});
