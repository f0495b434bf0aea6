import { collect, startSubscription } from "./billing.ts";
import { amountOff, findPromotionCode } from "./discounts.ts";
import { voidInvoice } from "./invoicing.ts";
import { type CardForm, saveCard } from "./payment-methods.ts";
import { failAuthentication, intentOf, type PaymentResult, type Presence } from "./payments.ts";
import type { CheckoutSession, Coupon, Invoice, PaymentMethod, Price, Subscription } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import { updateSubscription } from "./subscription-changes.ts";
import { newTaxId, verifyTaxId } from "./tax-ids.ts";
import type { World } from "./world.ts";

type Begun = { subscription: Subscription; invoice: Invoice };

/** The price a session sells. */
export function priceOfSession(world: World, session: CheckoutSession): Price {
	return world.store.prices.require(session.line_items?.data[0]?.price?.id ?? "");
}

/** Enters a promotion code into an open session; an empty one takes it out. */
export function setPromotionCode(world: World, session: CheckoutSession, code: string): void {
	const promotion = code ? findPromotionCode(world, code, session.customer) : undefined;
	const coupon = world.store.coupons.get(promotion?.promotion.coupon);
	setDiscount(world, session, promotion && coupon ? { coupon, promotionCode: promotion.id } : null);
}

/** Puts a discount on an open session, in place of any other. */
export function setDiscount(
	world: World,
	session: CheckoutSession,
	discount: { coupon: Coupon; promotionCode: string | null } | null,
): void {
	const subtotal = session.amount_subtotal ?? 0;
	const off = discount ? amountOff(discount.coupon, subtotal) : 0;
	if (session.amount_total !== subtotal - off) forgetBegun(world, session);
	world.store.sessions.patch(session, {
		amount_total: subtotal - off,
		discounts: discount ? [{ coupon: discount.coupon.id, promotion_code: discount.promotionCode }] : [],
		total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
	});
}

/** Pays an open session with a card. Throws Stripe's words for a number that is no test card. */
export function paySession(
	world: World,
	session: CheckoutSession,
	form: CardForm & { vatNumber: string | undefined },
): PaymentResult {
	if (form.vatNumber && session.tax_id_collection?.enabled) addVatNumber(world, session, form.vatNumber);
	return attempt(world, session, { method: saveCard(world, session.customer, form), presence: "present" });
}

/** Goes on after 3-D Secure. */
export function authenticateSession(
	world: World,
	session: CheckoutSession,
	outcome: "complete" | "fail",
): PaymentResult {
	const begun = begunOf(world, session);
	const method = world.store.paymentMethods.get(begun && intentOf(world, begun.invoice)?.payment_method);
	if (!begun || !method) throw new StripeError("There is nothing to authenticate.");
	if (outcome === "complete") return attempt(world, session, { method, presence: "authenticated" });
	failAuthentication(world, begun.invoice, method);
	return "declined";
}

export function expireSession(world: World, session: CheckoutSession): void {
	forgetBegun(world, session);
	world.store.sessions.patch(session, { status: "expired", url: null });
	world.emit("checkout.session.expired", session);
}

/** The address the browser goes to once paid. */
export function successUrl(session: CheckoutSession): string {
	return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The subscription and invoice that an earlier, failed attempt on this session left behind. */
export function begunOf({ store }: World, session: CheckoutSession): Begun | undefined {
	const subscription = store.subscriptions.get(store.pending.get(session.id)?.subscription);
	const invoice = store.invoices.get(subscription?.latest_invoice);
	return subscription?.status === "incomplete" && invoice ? { subscription, invoice } : undefined;
}

function attempt(
	world: World,
	session: CheckoutSession,
	payment: { method: PaymentMethod; presence: Presence },
): PaymentResult {
	const begun = begunOf(world, session) ?? begin(world, session);
	const result = collect(world, begun.invoice, payment);
	if (result === "paid") complete(world, session, { ...begun, method: payment.method });
	return result;
}

function begin(world: World, session: CheckoutSession): Begun {
	const { store } = world;
	const [discount] = session.discounts ?? [];
	const coupon = store.coupons.get(discount?.coupon);
	const pending = store.pending.require(session.id);
	const begun = startSubscription(world, {
		customer: session.customer ?? "",
		price: priceOfSession(world, session),
		metadata: pending.subscriptionMetadata,
		description: pending.description,
		automaticTax: session.automatic_tax.enabled,
		discount: coupon && { coupon, promotionCode: discount?.promotion_code ?? null, session: session.id },
	});
	store.pending.patch(pending, { subscription: begun.subscription.id });
	return begun;
}

function addVatNumber(world: World, { customer }: CheckoutSession, value: string): void {
	const taxId = newTaxId(world, { customer: customer ?? "", type: "eu_vat", value });
	const known = world.store.taxIds.list((one) => one.customer === customer && one.value === taxId.value);
	if (known.length > 0) return;
	world.store.taxIds.put(taxId);
	world.emit("customer.tax_id.created", taxId);
	verifyTaxId(world, taxId);
}

/** What was begun at another total is given up. */
function forgetBegun(world: World, session: CheckoutSession): void {
	const begun = begunOf(world, session);
	if (!begun) return;
	voidInvoice(world, begun.invoice);
	updateSubscription(world, begun.subscription, {
		status: "incomplete_expired",
		ended_at: world.now(session.customer),
	});
}

function complete(world: World, session: CheckoutSession, paid: Begun & { method: PaymentMethod }): void {
	const { store } = world;
	const { subscription, invoice, method } = paid;
	const customer = store.customers.require(subscription.customer);
	world.emit("payment_method.attached", method);
	updateSubscription(world, subscription, { default_payment_method: method.id });
	const { name, address } = method.billing_details;
	const asks = store.pending.require(session.id);
	const previous = store.customers.patch(customer, {
		currency: subscription.currency,
		...(asks.updatesName && name && { name }),
		...(asks.updatesAddress && address && { address }),
	});
	if (Object.keys(previous).length > 0) world.emit("customer.updated", customer, previous);
	store.sessions.patch(session, {
		status: "complete",
		payment_status: invoice.total === 0 ? "no_payment_required" : "paid",
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
