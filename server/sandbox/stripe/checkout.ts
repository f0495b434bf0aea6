import { startSubscription } from "./billing.ts";
import { amountOff, findPromotionCode } from "./discounts.ts";
import { type CardForm, saveCard } from "./payment-methods.ts";
import { newPaymentIntent } from "./payment-objects.ts";
import { chargeIntent, failAuthentication, type PaymentResult, type Presence } from "./payments.ts";
import type { CheckoutSession, Customer, PaymentIntent, PaymentMethod, Price } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import { isEnded } from "./subscription-changes.ts";
import { newTaxId, verifyTaxId } from "./tax-ids.ts";
import type { World } from "./world.ts";

/** The price a session sells. */
export function priceOfSession(world: World, session: CheckoutSession): Price {
	return world.store.prices.require(session.line_items?.data[0]?.price?.id ?? "");
}

/** Enters a promotion code into an open session; an empty one takes it out. */
export function setPromotionCode(world: World, session: CheckoutSession, code: string): void {
	const promotion = code ? findPromotionCode(world, code, session.customer) : undefined;
	const coupon = world.store.coupons.get(promotion?.promotion.coupon);
	// Source: docs.stripe.com/api/coupons/object, `applies_to`: "the products this coupon applies to".
	const { product } = priceOfSession(world, session);
	if (coupon?.applies_to && !coupon.applies_to.products.includes(product)) {
		throw new StripeError("This code can't be used for this purchase.", { param: "promotion_code" });
	}
	const subtotal = session.amount_subtotal ?? 0;
	const off = coupon ? amountOff(coupon, subtotal) : 0;
	world.store.sessions.patch(session, {
		amount_total: subtotal - off,
		discounts: promotion && coupon ? [{ coupon: coupon.id, promotion_code: promotion.id }] : [],
		total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
	});
}

/** A customer who pays for one subscription in a currency gets none in another, as Stripe's `Customer.currency` says. */
export function refuseOtherCurrency({ store }: World, customer: Customer, currency: string): void {
	const running = store.subscriptions.list((one) => one.customer === customer.id && !isEnded(one));
	if (running.every((one) => one.currency === currency)) return;
	throw new StripeError(
		`You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${running[0]?.currency}.`,
	);
}

/** Pays an open session with a card. Throws Stripe's words for a number that is no test card. */
export function paySession(
	world: World,
	session: CheckoutSession,
	form: CardForm & { vatNumber: string | undefined },
): PaymentResult {
	refuseOtherCurrency(world, world.store.customers.require(session.customer ?? ""), session.currency ?? "");
	if (form.vatNumber && session.tax_id_collection?.enabled) addVatNumber(world, session, form.vatNumber);
	return attempt(world, session, { method: saveCard(world, session.customer, form), presence: "present" });
}

/** Goes on after 3-D Secure. */
export function authenticateSession(
	world: World,
	session: CheckoutSession,
	outcome: "complete" | "fail",
): PaymentResult {
	const intent = intentOfSession(world, session);
	const method = world.store.paymentMethods.get(intent?.payment_method);
	if (!intent || !method) throw new StripeError("There is nothing to authenticate.");
	if (outcome === "complete") return attempt(world, session, { method, presence: "authenticated" });
	failAuthentication(world, intent);
	return "declined";
}

export function expireSession(world: World, session: CheckoutSession): void {
	const intent = intentOfSession(world, session);
	if (intent && intent.status !== "succeeded") {
		world.store.paymentIntents.patch(intent, { status: "canceled", canceled_at: world.now(session.customer) });
		world.emit("payment_intent.canceled", intent);
	}
	world.store.sessions.patch(session, { status: "expired", url: null });
	world.emit("checkout.session.expired", session);
}

/** The address the browser goes to once paid. */
export function successUrl(session: CheckoutSession): string {
	return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The payment that attempts on this page are made with. */
export function intentOfSession({ store }: World, session: CheckoutSession): PaymentIntent | undefined {
	return store.paymentIntents.get(store.pending.get(session.id)?.paymentIntent);
}

/**
 * A failed attempt leaves nothing but its payment intent: subscription and invoice are made once it is paid.
 * Source: docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade.
 */
function attempt(
	world: World,
	session: CheckoutSession,
	{ method, presence }: { method: PaymentMethod; presence: Presence },
): PaymentResult {
	const intent = session.amount_total ? putIntent(world, session, session.amount_total) : null;
	const result = intent ? chargeIntent(world, intent, { method, presence }) : "paid";
	if (result === "paid") complete(world, session, { intent, method });
	return result;
}

function putIntent(world: World, session: CheckoutSession, amount: number): PaymentIntent {
	const { store } = world;
	const known = intentOfSession(world, session);
	if (known) {
		store.paymentIntents.patch(known, { amount });
		return known;
	}
	const intent = newPaymentIntent({
		amount,
		currency: session.currency ?? "eur",
		created: world.now(session.customer),
		customer: session.customer,
		description: "Subscription creation",
	});
	store.paymentIntents.put(intent);
	store.pending.patch(store.pending.require(session.id), { paymentIntent: intent.id });
	world.emit("payment_intent.created", intent);
	return intent;
}

function addVatNumber(world: World, { customer }: CheckoutSession, value: string): void {
	const taxId = newTaxId(world, { customer: customer ?? "", value });
	const known = world.store.taxIds.list((one) => one.customer === customer && one.value === taxId.value);
	if (known.length > 0) return;
	world.store.taxIds.put(taxId);
	world.emit("customer.tax_id.created", taxId);
	verifyTaxId(world, taxId);
}

function complete(
	world: World,
	session: CheckoutSession,
	{ intent, method }: { intent: PaymentIntent | null; method: PaymentMethod },
): void {
	const { store } = world;
	const asks = store.pending.require(session.id);
	const customer = store.customers.require(session.customer ?? "");
	const { name, address } = method.billing_details;
	world.emit("payment_method.attached", method);
	const previous = store.customers.patch(customer, {
		currency: session.currency,
		...(asks.updatesName && name && { name }),
		...(asks.updatesAddress && address && { address }),
	});
	// Paid by a page that was opened before the account was deleted: Stripe has no such event of a deleted customer.
	const isUpdated = !customer.deleted && Object.keys(previous).length > 0;
	if (isUpdated) world.emit("customer.updated", customer, previous);
	const [discount] = session.discounts ?? [];
	const coupon = store.coupons.get(discount?.coupon);
	const { subscription, invoice } = startSubscription(world, {
		customer: customer.id,
		price: priceOfSession(world, session),
		metadata: asks.subscriptionMetadata,
		automaticTax: session.automatic_tax.enabled,
		defaultPaymentMethod: method.id,
		paidBy: intent,
		discount: coupon && { coupon, promotionCode: discount?.promotion_code ?? null, session: session.id },
	});
	store.sessions.patch(session, {
		status: "complete",
		payment_status: intent ? "paid" : "no_payment_required",
		subscription: subscription.id,
		invoice: invoice.id,
		url: null,
		automatic_tax: { ...session.automatic_tax, status: session.automatic_tax.enabled ? "complete" : null },
		customer_details: {
			address: address ?? customer.address ?? null,
			business_name: null,
			email: customer.email,
			individual_name: null,
			name: name ?? customer.name ?? null,
			phone: null,
			tax_exempt: "none",
			tax_ids: store.taxIds
				.list((taxId) => taxId.customer === customer.id)
				.map((taxId) => ({ type: taxId.type, value: taxId.value })),
		},
	});
	world.emit("checkout.session.completed", session);
}
