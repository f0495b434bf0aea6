import Stripe from "stripe";
import { expect } from "vitest";
import { API_VERSION } from "../stripe/world.ts";
import { startSandbox } from "../testing/start-sandbox.ts";

// biome-ignore lint/style/noProcessEnv: the key belongs to this suite alone, not to the application
const realKey = process.env.STRIPE_CONTRACT_KEY;

/** How long one question may take, in milliseconds. */
export const PATIENCE_MS = realKey ? 120_000 : 10_000;

export type Contract = Awaited<ReturnType<typeof openContract>>;

/**
 * Whom the contract suite asks: the sandbox, or with STRIPE_CONTRACT_KEY=sk_test_... Stripe's own test mode.
 * The same questions to both are what keeps the sandbox honest.
 */
export async function openContract() {
	if (realKey && !realKey.startsWith("sk_test_")) throw new Error("STRIPE_CONTRACT_KEY must be a test key");
	const sandbox = realKey ? null : await startSandbox();
	const stripe = sandbox?.stripe ?? new Stripe(realKey ?? "", { apiVersion: API_VERSION });
	const product = await stripe.products.create({ name: "Contract", metadata: { made_by: "contract test" } });
	const price = (unit_amount: number, interval: "month" | "year") =>
		stripe.prices.create({ product: product.id, currency: "eur", unit_amount, recurring: { interval } });
	const prices = {
		small: await price(999, "month"),
		large: await price(1999, "month"),
		largeYearly: await price(19_990, "year"),
	};

	return {
		stripe,
		product,
		prices,

		/** A customer on a test clock, with a card and a subscription to the small price. */
		async subscriber() {
			const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
			const customer = await stripe.customers.create({ test_clock: clock.id, email: "contract@example.com" });
			const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
			await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
			const subscription = await stripe.subscriptions.create({
				customer: customer.id,
				items: [{ price: prices.small.id }],
			});
			return { clock, customer, subscription };
		},

		/** Moves a test clock to a moment, and waits until everything up to it has happened. */
		async advance(clock: Stripe.TestHelpers.TestClock, to: number): Promise<void> {
			await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: to });
			const status = async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status;
			await expect.poll(status, { timeout: PATIENCE_MS, interval: realKey ? 2_000 : 10 }).toBe("ready");
		},

		async latestInvoice(subscription: string) {
			const { data } = await stripe.invoices.list({ subscription, limit: 1, expand: ["data.payments"] });
			if (!data[0]) throw new Error("There is no invoice");
			return data[0];
		},

		close: async () => sandbox?.close(),
	};
}

/** What Stripe says when it refuses a call. */
export async function refusal(call: Promise<unknown>) {
	const error: unknown = await call.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`Stripe did not refuse: ${String(error)}`);
	const { type, code, param, statusCode, message } = error;
	return { type, code, param, statusCode, message };
}

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
	const [item] = subscription.items.data;
	if (!item) throw new Error("There is no item");
	return item;
}
