import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_VERSION } from "./stripe/world.ts";
import { startSandbox, type TestSandbox } from "./testing/start-sandbox.ts";

/**
 * What the application relies on, asked through the real SDK. With STRIPE_CONTRACT_KEY=sk_test_... the same
 * questions go to Stripe's own test mode: that is how the sandbox is kept honest.
 */
// biome-ignore lint/style/noProcessEnv: the key belongs to this test alone, not to the application
const realKey = process.env.STRIPE_CONTRACT_KEY;
const PATIENCE_MS = realKey ? 120_000 : 10_000;
const DAY = 86_400;

let sandbox: TestSandbox | undefined;
let stripe: Stripe;
let prices: Record<"small" | "large" | "largeYearly", Stripe.Price>;
let product: Stripe.Product;

beforeAll(async () => {
	if (realKey && !realKey.startsWith("sk_test_")) throw new Error("STRIPE_CONTRACT_KEY must be a test key");
	if (realKey) stripe = new Stripe(realKey, { apiVersion: API_VERSION });
	else {
		sandbox = await startSandbox();
		stripe = sandbox.stripe;
	}
	product = await stripe.products.create({ name: "Contract", metadata: { made_by: "contract test" } });
	const price = (unit_amount: number, interval: "month" | "year") =>
		stripe.prices.create({ product: product.id, currency: "eur", unit_amount, recurring: { interval } });
	prices = {
		small: await price(999, "month"),
		large: await price(1999, "month"),
		largeYearly: await price(19_990, "year"),
	};
}, PATIENCE_MS);
afterAll(() => sandbox?.close());

const refusal = async (call: Promise<unknown>) => {
	const error: unknown = await call.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`Stripe did not refuse: ${String(error)}`);
	const { type, code, param, statusCode, message } = error;
	return { type, code, param, statusCode, message };
};

/** A customer on a test clock, with a card and a subscription. */
async function subscriber() {
	const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
	const customer = await stripe.customers.create({ test_clock: clock.id, email: "contract@example.com" });
	const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
	await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
	const subscription = await stripe.subscriptions.create({
		customer: customer.id,
		items: [{ price: prices.small.id }],
	});
	return { clock, customer, subscription };
}

async function advance(clock: Stripe.TestHelpers.TestClock, to: number): Promise<void> {
	await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: to });
	await expect
		.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status, {
			timeout: PATIENCE_MS,
			interval: realKey ? 2000 : 10,
		})
		.toBe("ready");
}

const latestInvoice = async (id: string) => {
	const { data } = await stripe.invoices.list({ subscription: id, limit: 1, expand: ["data.payments"] });
	if (!data[0]) throw new Error("There is no invoice");
	return data[0];
};
const itemOf = (subscription: Stripe.Subscription) => {
	const [item] = subscription.items.data;
	if (!item) throw new Error("There is no item");
	return item;
};

describe("the API itself", { timeout: PATIENCE_MS }, () => {
	it("answers the same key with the first result, and refuses other parameters", async () => {
		const idempotencyKey = `contract-${Date.now()}-${Math.random()}`;
		const first = await stripe.customers.create({ name: "One" }, { idempotencyKey });
		const again = await stripe.customers.create({ name: "One" }, { idempotencyKey });
		expect(again.id).toBe(first.id);
		expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
		expect(await refusal(stripe.customers.create({ name: "Two" }, { idempotencyKey }))).toMatchObject({
			type: "StripeIdempotencyError",
			statusCode: 400,
		});
	});

	it("refuses unknown parameters in Stripe's words", async () => {
		const params = { nickname: "x" } as Stripe.CustomerCreateParams;
		expect(await refusal(stripe.customers.create(params))).toMatchObject({
			type: "StripeInvalidRequestError",
			code: "parameter_unknown",
			param: "nickname",
			statusCode: 400,
			message: "Received unknown parameter: nickname",
		});
	});

	it("refuses what is missing", async () => {
		expect(await refusal(stripe.customers.retrieve("cus_missing"))).toMatchObject({
			code: "resource_missing",
			statusCode: 404,
			message: "No such customer: 'cus_missing'",
		});
		const params = { product: product.id } as Stripe.PriceCreateParams;
		expect(await refusal(stripe.prices.create(params))).toMatchObject({ code: "parameter_missing", statusCode: 400 });
	});

	it("expands no more than four levels, and only what can be expanded", async () => {
		const deep = stripe.invoices.list({ expand: ["data.payments.data.payment.payment_intent"] });
		expect((await refusal(deep)).message).toContain("You cannot expand more than 4 levels");
		expect((await refusal(stripe.customers.list({ expand: ["data.name"], limit: 1 }))).message).toContain(
			"cannot be expanded",
		);
	});

	it("pages through a list, newest first", async () => {
		const made = [];
		for (const name of ["a", "b", "c"]) made.push(await stripe.products.create({ name: `page ${name}` }));
		const ids = made.map(({ id }) => id);
		const first = await stripe.products.list({ limit: 2, ids });
		const next = await stripe.products.list({ limit: 2, ids, starting_after: first.data[1]?.id ?? "" });
		expect(first.has_more).toBe(true);
		expect(next.has_more).toBe(false);
		expect([...first.data, ...next.data].map(({ id }) => id).sort()).toEqual([...ids].sort());
		const back = await stripe.products.list({ limit: 2, ids, ending_before: next.data[0]?.id ?? "" });
		expect(back.data).toEqual(first.data);
	});
});

describe("customers and what is sold", { timeout: PATIENCE_MS }, () => {
	it("merges metadata, and remembers a deleted customer", async () => {
		const customer = await stripe.customers.create({ metadata: { userId: "1", plan: "pro" } });
		const updated = await stripe.customers.update(customer.id, { metadata: { plan: "", seat: "2" } });
		expect(updated.metadata).toEqual({ userId: "1", seat: "2" });
		expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
		expect(await stripe.customers.retrieve(customer.id)).toEqual(
			expect.objectContaining({ id: customer.id, deleted: true }),
		);
	});

	it("checks the form of a VAT number", async () => {
		const { id } = await stripe.customers.create({});
		const taxId = await stripe.customers.createTaxId(id, { type: "eu_vat", value: "DE123456789" });
		expect(taxId).toMatchObject({ type: "eu_vat", value: "DE123456789", country: "DE", customer: id });
		expect(taxId.verification?.status).toBe("pending");
		expect(await refusal(stripe.customers.createTaxId(id, { type: "eu_vat", value: "nonsense" }))).toMatchObject({
			code: "tax_id_invalid",
			statusCode: 400,
		});
		expect((await stripe.customers.listTaxIds(id)).data.map(({ value }) => value)).toEqual(["DE123456789"]);
	});

	it("finds a price by its lookup key, and moves the key to a successor", async () => {
		const key = `contract_${Date.now()}`;
		const make = (extra: Partial<Stripe.PriceCreateParams>) =>
			stripe.prices.create({ product: product.id, currency: "eur", unit_amount: 100, lookup_key: key, ...extra });
		await make({});
		expect((await refusal(make({ unit_amount: 200 }))).message).toContain(key);
		const successor = await make({ unit_amount: 200, transfer_lookup_key: true });
		expect((await stripe.prices.list({ lookup_keys: [key] })).data.map(({ id }) => id)).toEqual([successor.id]);
		expect(String(successor.unit_amount_decimal)).toBe("200");
	});

	it("opens, lists and closes checkout pages", async () => {
		const { id: customer } = await stripe.customers.create({ email: "c@example.com" });
		const params: Stripe.Checkout.SessionCreateParams = {
			mode: "subscription",
			customer,
			line_items: [{ price: prices.small.id, quantity: 1 }],
			success_url: "https://example.com/?session_id={CHECKOUT_SESSION_ID}",
			allow_promotion_codes: true,
		};
		const session = await stripe.checkout.sessions.create(params);
		expect(session).toMatchObject({
			status: "open",
			payment_status: "unpaid",
			subscription: null,
			amount_total: 999,
			currency: "eur",
		});
		expect(session).not.toHaveProperty("line_items");
		expect((await stripe.checkout.sessions.list({ customer, status: "open" })).data).toHaveLength(1);
		const soon = Math.floor(Date.now() / 1000) + 60;
		expect(await refusal(stripe.checkout.sessions.create({ ...params, expires_at: soon }))).toMatchObject({
			param: "expires_at",
		});
		const old = { ...params, payment_method_types: ["card"] } as Stripe.Checkout.SessionCreateParams;
		expect(await refusal(stripe.checkout.sessions.create(old))).toMatchObject({ code: "parameter_unknown" });
		expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: "expired", url: null });
		expect((await refusal(stripe.checkout.sessions.expire(session.id))).statusCode).toBe(400);
	});
});

describe("a subscription's life", { timeout: PATIENCE_MS }, () => {
	it("starts active, with its period on the item and its payment on the invoice", async () => {
		const { customer, subscription } = await subscriber();
		expect(subscription).toMatchObject({
			status: "active",
			cancel_at: null,
			cancel_at_period_end: false,
			customer: customer.id,
		});
		expect(subscription.billing_mode.type).toBe("flexible");
		expect(subscription).not.toHaveProperty("current_period_end");
		const days = (itemOf(subscription).current_period_end - itemOf(subscription).current_period_start) / DAY;
		expect([28, 29, 30, 31]).toContain(days);

		const invoice = await latestInvoice(subscription.id);
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
		const intent = await stripe.paymentIntents.retrieve(String(payment?.payment_intent), { expand: ["latest_charge"] });
		const charge = intent.latest_charge as Stripe.Charge;
		expect(intent).toMatchObject({ status: "succeeded", amount: 999, customer: customer.id });
		expect(charge).toMatchObject({ paid: true, refunded: false, disputed: false });
		expect(charge.payment_method_details?.card).toMatchObject({ brand: "visa", last4: "4242", country: "US" });
		expect(charge.receipt_url).toMatch(/^http/);
		const found = await stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: intent.id } });
		expect(found.data[0]?.invoice).toBe(invoice.id);
	});

	it("plans its end and takes the plan back", async () => {
		const { subscription } = await subscriber();
		const end = itemOf(subscription).current_period_end;
		const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
		expect(ending).toMatchObject({ status: "active", cancel_at_period_end: true, cancel_at: end });
		const going = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
		expect(going).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
		const dated = await stripe.subscriptions.update(subscription.id, { cancel_at: end });
		expect(dated).toMatchObject({ cancel_at_period_end: false, cancel_at: end });
		expect(await stripe.subscriptions.update(subscription.id, { cancel_at: "" })).toMatchObject({ cancel_at: null });
	});

	it("ends at once when cancelled, and stays ended", async () => {
		const { customer, subscription } = await subscriber();
		expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: "canceled" });
		expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
		expect((await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toHaveLength(1);
		expect((await refusal(stripe.subscriptions.cancel(subscription.id))).statusCode).toBe(404);
		const revive = stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
		expect((await refusal(revive)).statusCode).toBe(400);
	});

	it("renews", async () => {
		const { clock, subscription } = await subscriber();
		const end = itemOf(subscription).current_period_end;
		await advance(clock, end + 2 * 3600);
		const renewed = await stripe.subscriptions.retrieve(subscription.id);
		expect(renewed.status).toBe("active");
		expect(itemOf(renewed).current_period_start).toBe(end);
		expect(await latestInvoice(subscription.id)).toMatchObject({
			status: "paid",
			billing_reason: "subscription_cycle",
		});
	});

	it("falls behind when a renewal fails, and recovers with another card", async () => {
		const { clock, customer, subscription } = await subscriber();
		const failing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
		await stripe.subscriptions.update(subscription.id, { default_payment_method: failing.id });
		await advance(clock, itemOf(subscription).current_period_end + 2 * 3600);
		expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
		const invoice = await latestInvoice(subscription.id);
		expect(invoice).toMatchObject({ status: "open", attempt_count: 1 });
		expect(invoice.next_payment_attempt).not.toBeNull();

		const good = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
		await stripe.invoices.pay(invoice.id ?? "", { payment_method: good.id });
		expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
	});

	it("changes its price now, charging the difference", async () => {
		const { subscription } = await subscriber();
		const changed = await stripe.subscriptions.update(subscription.id, {
			items: [{ id: itemOf(subscription).id, price: prices.large.id }],
			proration_behavior: "always_invoice",
			payment_behavior: "pending_if_incomplete",
		});
		expect(itemOf(changed).price.id).toBe(prices.large.id);
		expect(itemOf(changed).current_period_end).toBe(itemOf(subscription).current_period_end);
		const invoice = await latestInvoice(subscription.id);
		expect(invoice).toMatchObject({ status: "paid", billing_reason: "subscription_update" });
		expect(invoice.lines.data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-999, 1999]);
	});

	it("refunds a payment in parts, and no more than was paid", async () => {
		const { subscription } = await subscriber();
		const invoice = await latestInvoice(subscription.id);
		const intent = String(invoice.payments?.data[0]?.payment.payment_intent);
		expect(await stripe.refunds.create({ payment_intent: intent, amount: 400 })).toMatchObject({
			status: "succeeded",
			amount: 400,
		});
		expect((await refusal(stripe.refunds.create({ payment_intent: intent, amount: 900 }))).statusCode).toBe(400);
		expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 599 });
		expect(await refusal(stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
			code: "charge_already_refunded",
		});
		const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, { expand: ["latest_charge"] });
		expect(charge).toMatchObject({ refunded: true, amount_refunded: 999 });
		expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
	});

	it("takes a coupon off the first invoice", async () => {
		const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once" });
		const { id: customer } = await stripe.customers.create({});
		const { id: card } = await stripe.paymentMethods.attach("pm_card_visa", { customer });
		const subscription = await stripe.subscriptions.create({
			customer,
			items: [{ price: prices.large.id }],
			default_payment_method: card,
			discounts: [{ coupon: coupon.id }],
		});
		const invoice = await latestInvoice(subscription.id);
		expect([invoice.subtotal, invoice.total_discount_amounts?.[0]?.amount, invoice.amount_paid].map(Number)).toEqual([
			1999,
			expect.toBeOneOf([999, 1000]),
			expect.toBeOneOf([999, 1000]),
		]);
	});

	it("is shown by the portal, but only for changes its configuration offers", async () => {
		const { customer, subscription } = await subscriber();
		const configuration = await stripe.billingPortal.configurations.create({
			business_profile: { headline: "Contract" },
			features: {
				subscription_cancel: { enabled: true, mode: "at_period_end" },
				subscription_update: {
					enabled: true,
					default_allowed_updates: ["price"],
					products: [{ product: product.id, prices: [prices.small.id, prices.large.id] }],
					proration_behavior: "always_invoice",
					schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
				},
			},
		});
		const open = (price: string) =>
			stripe.billingPortal.sessions.create({
				customer: customer.id,
				configuration: configuration.id,
				return_url: "https://example.com/",
				flow_data: {
					type: "subscription_update_confirm",
					subscription_update_confirm: {
						subscription: subscription.id,
						items: [{ id: itemOf(subscription).id, price, quantity: 1 }],
					},
					after_completion: { type: "redirect", redirect: { return_url: "https://example.com/done" } },
				},
			});
		const session = await open(prices.large.id);
		expect(session.url).toMatch(/^http/);
		expect(session.flow?.type).toBe("subscription_update_confirm");
		expect((await refusal(open(prices.largeYearly.id))).statusCode).toBe(400);
	});
});
