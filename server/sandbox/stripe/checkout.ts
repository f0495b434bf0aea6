import { paySubscription, startSubscription, updateSubscription } from "./billing.ts";
import { digitsOf, testCard } from "./cards.ts";
import { amountOff, findPromotionCode } from "./discounts.ts";
import { newPaymentMethod } from "./payment-objects.ts";
import { failAuthentication, type PaymentResult, type Presence } from "./payments.ts";
import type { CheckoutSession, PaymentMethod, Price } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import type { World } from "./world.ts";

export type CheckoutForm = {
	cardNumber: string;
	promotionCode: string;
	name: string;
	country: string;
};

/** The price a session sells. */
export function priceOfSession(world: World, session: CheckoutSession): Price {
	return world.store.prices.require(session.line_items?.data[0]?.price?.id ?? "");
}

/** Enters a promotion code into an open session, or takes it out. */
export function setPromotionCode(world: World, session: CheckoutSession, code: string): void {
	const { store } = world;
	const subtotal = session.amount_subtotal ?? 0;
	const promotion = code ? findPromotionCode(world, code, session.customer) : undefined;
	const coupon = store.coupons.get(promotion?.promotion.coupon);
	const off = coupon ? amountOff(coupon, subtotal) : 0;
	store.sessions.patch(session, {
		amount_total: subtotal - off,
		discounts: promotion && coupon ? [{ coupon: coupon.id, promotion_code: promotion.id }] : [],
		total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
	});
}

/** Pays an open session with a card. Throws Stripe's words for a number that is no test card. */
export function paySession(world: World, session: CheckoutSession, form: CheckoutForm): PaymentResult {
	if (form.promotionCode) setPromotionCode(world, session, form.promotionCode);
	const number = digitsOf(form.cardNumber);
	if (!testCard(number)) throw new StripeError("Your card number is invalid.", { param: "card_number" });
	const method = newPaymentMethod({ created: world.now(session.customer), customer: session.customer }, number);
	method.billing_details = {
		...method.billing_details,
		name: form.name || null,
		address: addressOf(form.country),
	};
	world.store.cards.put({ id: method.id, object: "card", number });
	world.store.paymentMethods.put(method);
	return attempt(world, session, { method, presence: "present" });
}

/** Goes on after 3-D Secure. */
export function authenticateSession(
	world: World,
	session: CheckoutSession,
	outcome: "complete" | "fail",
): PaymentResult {
	const pending = pendingOf(world, session);
	const method = world.store.paymentMethods.get(pending?.intent?.payment_method);
	if (!pending || !method) throw new StripeError("There is nothing to authenticate.");
	if (outcome === "complete") return attempt(world, session, { method, presence: "authenticated" });
	failAuthentication(world, pending.invoice, method);
	return "declined";
}

export function expireSession(world: World, session: CheckoutSession): void {
	world.store.sessions.patch(session, { status: "expired", url: null });
	world.emit("checkout.session.expired", session);
}

/** The address the browser goes to once paid. */
export function successUrl(session: CheckoutSession): string {
	return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function attempt(
	world: World,
	session: CheckoutSession,
	payment: { method: PaymentMethod; presence: Presence },
): PaymentResult {
	const pending = pendingOf(world, session) ?? begin(world, session);
	const result = paySubscription(world, pending.subscription, { invoice: pending.invoice, ...payment });
	if (result === "paid") complete(world, session, { ...pending, method: payment.method });
	return result;
}

function begin(world: World, session: CheckoutSession) {
	const { store } = world;
	const [discount] = session.discounts ?? [];
	const coupon = store.coupons.get(discount?.coupon);
	const started = startSubscription(world, {
		customer: session.customer ?? "",
		price: priceOfSession(world, session),
		metadata: store.pending.get(session.id)?.subscriptionMetadata ?? {},
		automaticTax: session.automatic_tax.enabled,
		discount: coupon && { coupon, promotionCode: discount?.promotion_code ?? null, session: session.id },
	});
	const pending = store.pending.require(session.id);
	store.pending.patch(pending, { subscription: started.subscription.id });
	return { ...started, intent: undefined };
}

/** The subscription that an earlier, failed attempt on this session left behind. */
function pendingOf(world: World, session: CheckoutSession) {
	const { store } = world;
	const subscription = store.subscriptions.get(store.pending.get(session.id)?.subscription);
	const invoice = store.invoices.get(subscription?.latest_invoice);
	if (!subscription || !invoice || subscription.status !== "incomplete") return undefined;
	const [payment] = store.invoicePayments.list((one) => one.invoice === invoice.id);
	return { subscription, invoice, intent: store.paymentIntents.get(payment?.payment.payment_intent) };
}

function complete(
	world: World,
	session: CheckoutSession,
	paid: { subscription: { id: string }; invoice: { id: string }; method: PaymentMethod },
): void {
	const { store } = world;
	const subscription = store.subscriptions.require(paid.subscription.id);
	const customer = store.customers.require(subscription.customer);
	world.emit("payment_method.attached", paid.method);
	updateSubscription(world, subscription, { default_payment_method: paid.method.id });
	const details = paid.method.billing_details;
	const previous = store.customers.patch(customer, {
		currency: subscription.currency,
		...(store.pending.get(session.id)?.updatesName && details.name && { name: details.name }),
		...(details.address && { address: details.address }),
	});
	if (Object.keys(previous).length > 0) world.emit("customer.updated", customer, previous);
	store.sessions.patch(session, {
		status: "complete",
		payment_status: "paid",
		subscription: subscription.id,
		invoice: paid.invoice.id,
		url: null,
		customer_details: {
			address: customer.address ?? null,
			business_name: null,
			email: customer.email,
			individual_name: null,
			name: customer.name ?? null,
			phone: null,
			tax_exempt: "none",
			tax_ids: store.taxIds
				.list((taxId) => taxId.customer === customer.id)
				.map((taxId) => ({ type: taxId.type, value: taxId.value })),
		},
	});
	world.emit("checkout.session.completed", session);
}

function addressOf(country: string) {
	if (!/^[A-Z]{2}$/.test(country)) return null;
	return { city: null, country, line1: null, line2: null, postal_code: null, state: null };
}
