import Stripe from "stripe";
import { expect } from "vitest";
import { API_VERSION } from "../stripe/world.ts";
import { openCheckout, startSandbox, type TestSandbox } from "../testing/start-sandbox.ts";

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

	const party = sandbox ? sandboxed(sandbox) : inTestMode(stripe);

	return {
		stripe,
		product,
		prices,

		/** A customer with a card and a subscription to the small price. */
		async subscriber() {
			const customer = await party.subscribe(prices.small.id);
			return { customer, subscription: await this.subscriptionOf(customer) };
		},

		/** The only subscription of a customer, as it is now. */
		async subscriptionOf(customer: string): Promise<Stripe.Subscription> {
			const { data } = await stripe.subscriptions.list({ customer, status: "all" });
			if (!data[0] || data.length > 1) throw new Error(`${data.length} subscriptions`);
			return data[0];
		},

		/** Moves a customer's time to a moment, in which everything up to it happens. */
		advance: party.advance,
		/** Has a customer's next renewals declined. */
		declineLater: party.declineLater,

		/** A charge of a new subscriber's that the bank has taken back for good. */
		async lostCharge(): Promise<string> {
			const customer = await party.subscribeAndDispute(prices.small.id);
			const { data } = await stripe.paymentIntents.list({ customer });
			const intent = data[0];
			if (!intent) throw new Error("There is no payment");
			await party.loseDispute(intent.id);
			return String(intent.latest_charge);
		},

		async latestInvoice(subscription: string) {
			const { data } = await stripe.invoices.list({ subscription, limit: 1, expand: ["data.payments"] });
			if (!data[0]) throw new Error("There is no invoice");
			return data[0];
		},

		close: async () => sandbox?.close(),
	};
}

/** What a customer does on Stripe's pages, and time: the calls of the product don't. */
type Party = {
	/** @returns the new customer's id */
	subscribe: (price: string) => Promise<string>;
	advance: (customer: string, to: number) => Promise<void>;
	declineLater: (customer: string) => Promise<void>;
	/** As `subscribe`, and the payment is disputed; {@link loseDispute} has the bank decide. */
	subscribeAndDispute: (price: string) => Promise<string>;
	loseDispute: (paymentIntent: string) => Promise<void>;
};

function sandboxed(sandbox: TestSandbox): Party {
	const { control } = sandbox;
	const subscribe = async (price: string) => {
		const { customer, url } = await openCheckout(sandbox, { price });
		await sandbox.post(url, { card_number: "4242 4242 4242 4242" });
		return customer;
	};
	return {
		subscribe,
		subscribeAndDispute: subscribe,
		loseDispute: async (paymentIntent) => {
			const { id } = await control.dispute({ paymentIntent });
			await control.closeDispute({ dispute: id, outcome: "lost" });
		},
		advance: (customer, to) => control.advance({ customer, seconds: to - control.now(customer) }),
		declineLater: (customer) => control.setCard({ customer, cardNumber: "4000 0000 0000 0341" }),
	};
}

/** Source: docs.stripe.com/billing/testing/test-clocks. */
function inTestMode(stripe: Stripe): Party {
	const { testClocks } = stripe.testHelpers;
	const charge = async (customer: string, card: string) => {
		const method = await stripe.paymentMethods.attach(card, { customer });
		await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
	};
	const subscribe = async (price: string, card: string) => {
		const clock = await testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
		const { id: customer } = await stripe.customers.create({ test_clock: clock.id, email: "contract@example.com" });
		await charge(customer, card);
		await stripe.subscriptions.create({ customer, items: [{ price }] });
		return customer;
	};
	return {
		subscribe: (price) => subscribe(price, "pm_card_visa"),
		subscribeAndDispute: (price) => subscribe(price, "pm_card_createDispute"),
		// Source: docs.stripe.com/testing#disputes, `losing_evidence`.
		loseDispute: async (payment_intent) => {
			const first = async () => (await stripe.disputes.list({ payment_intent })).data[0];
			const wait = { timeout: PATIENCE_MS, interval: 2_000 };
			await expect.poll(first, wait).toBeDefined();
			await stripe.disputes.update((await first())?.id ?? "", { evidence: { uncategorized_text: "losing_evidence" } });
			await expect.poll(async () => (await first())?.status, wait).toBe("lost");
		},
		advance: async (customer, to) => {
			const found = await stripe.customers.retrieve(customer);
			const clock = String(found.deleted ? null : found.test_clock);
			await testClocks.advance(clock, { frozen_time: to });
			const status = async () => (await testClocks.retrieve(clock)).status;
			await expect.poll(status, { timeout: PATIENCE_MS, interval: 2_000 }).toBe("ready");
		},
		declineLater: (customer) => charge(customer, "pm_card_chargeCustomerFail"),
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
