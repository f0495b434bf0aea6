import type Stripe from "stripe";
import { z } from "zod";
import { collect, endSubscription, startSubscription } from "../billing.ts";
import { inRange, pageOf } from "../lists.ts";
import { defined, flag, listParams, noParams, params, range, text } from "../params.ts";
import { changePriceFreely, changePriceNow, itemOf, releaseSchedule } from "../plan-changes.ts";
import { type Route, route } from "../route.ts";
import type { Subscription } from "../stored.ts";
import { noSuch, StripeError } from "../stripe-error.ts";
import { isEnded, scheduleEnd, updateSubscription } from "../subscription-changes.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";
import { cancellationDetails, createParams, STATUSES, updateParams } from "./subscription-params.ts";

/** Calls on subscriptions. */
export function subscriptionCalls(world: World): Route[] {
	const { store } = world;
	return [
		route("post", "/v1/subscriptions", createParams, (given) => create(world, given)),
		route(
			"get",
			"/v1/subscriptions",
			listParams<Stripe.SubscriptionListParams>()({
				created: range,
				customer: text.optional(),
				price: text.optional(),
				status: z.enum(STATUSES).optional(),
			}),
			(given) => {
				if (given.customer) refuseUnknownCustomer(world, given.customer);
				return pageOf(
					"/v1/subscriptions",
					store.subscriptions.list(
						(one) =>
							(!given.customer || one.customer === given.customer) &&
							(!given.price || one.items.data.some((item) => item.price.id === given.price)) &&
							hasStatus(one, given.status) &&
							inRange(one.created, given.created),
					),
					given,
				);
			},
		),
		route("get", "/v1/subscriptions/:id", noParams, (_given, id) => store.subscriptions.require(id)),
		route("post", "/v1/subscriptions/:id", updateParams, (given, id) =>
			update(world, store.subscriptions.require(id), given),
		),
		route(
			"delete",
			"/v1/subscriptions/:id",
			params<Stripe.SubscriptionCancelParams>()({
				invoice_now: flag.optional(),
				prorate: flag.optional(),
				cancellation_details: cancellationDetails.optional(),
			}),
			(given, id) => {
				const subscription = store.subscriptions.require(id);
				if (given.prorate || given.invoice_now) throw new StripeError("The sandbox cancels without prorating.");
				if (given.cancellation_details) tellWhy(world, subscription, given.cancellation_details);
				if (isEnded(subscription)) throw noSuch("subscription", id);
				releaseSchedule(world, subscription);
				endSubscription(world, subscription, "cancellation_requested");
				return subscription;
			},
		),
	];
}

function create(world: World, given: z.output<typeof createParams>): Subscription {
	const { store } = world;
	const customer = refuseUnknownCustomer(world, given.customer);
	const price = store.prices.require(given.items[0]?.price ?? "", "items[0][price]");
	const methodId = given.default_payment_method ?? customer.invoice_settings.default_payment_method;
	const method = methodId ? store.paymentMethods.require(methodId, "default_payment_method") : undefined;
	if (!method && given.payment_behavior !== "default_incomplete") {
		throw new StripeError(
			"This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
			{ code: "resource_missing" },
		);
	}
	const [discount] = given.discounts ?? [];
	const promotion = discount?.promotion_code
		? store.promotionCodes.require(discount.promotion_code, "discounts[0][promotion_code]")
		: undefined;
	const couponId = discount?.coupon ?? promotion?.promotion.coupon;
	const coupon = couponId ? store.coupons.require(couponId, "discounts[0][coupon]") : undefined;
	const { subscription, invoice } = startSubscription(world, {
		customer: customer.id,
		price,
		metadata: given.metadata ?? {},
		automaticTax: given.automatic_tax?.enabled ?? false,
		defaultPaymentMethod: given.default_payment_method,
		discount: coupon && { coupon, promotionCode: promotion?.id ?? null, session: null },
	});
	const isFree = invoice.amount_due === 0;
	if (isFree || given.payment_behavior !== "default_incomplete") {
		collect(world, invoice, { method, presence: "present" });
	}
	return subscription;
}

function update(world: World, subscription: Subscription, given: z.output<typeof updateParams>): Subscription {
	const { store } = world;
	if (isEnded(subscription)) {
		throw new StripeError("A canceled subscription can only update its cancellation_details and metadata.", {
			code: "invalid_canceled_subscription_fields",
		});
	}
	if (given.cancel_at_period_end !== undefined && given.cancel_at !== undefined) {
		throw new StripeError("You may only specify one of these parameters: cancel_at, cancel_at_period_end.");
	}
	const { default_payment_method: card, items } = given;
	if (card) store.paymentMethods.require(card, "default_payment_method");
	if (given.cancel_at_period_end !== undefined) {
		scheduleEnd(world, subscription, given.cancel_at_period_end ? "period_end" : null);
	}
	if (given.cancel_at !== undefined) scheduleEnd(world, subscription, given.cancel_at);
	if (given.cancellation_details) tellWhy(world, subscription, given.cancellation_details);
	updateSubscription(world, subscription, {
		metadata: mergeMetadata(subscription.metadata, given.metadata),
		...(card && { default_payment_method: card }),
	});
	const [item] = items ?? [];
	if (item) changeItem(world, subscription, { ...given, item });
	return subscription;
}

function tellWhy(world: World, subscription: Subscription, why: z.output<typeof cancellationDetails>): void {
	const before = subscription.cancellation_details;
	const details = { comment: null, feedback: null, feedback_option: null, reason: null, ...before, ...defined(why) };
	updateSubscription(world, subscription, { cancellation_details: details });
}

function changeItem(
	world: World,
	subscription: Subscription,
	given: Pick<z.output<typeof updateParams>, "payment_behavior" | "proration_behavior"> & {
		item: { id: string; price: string };
	},
): void {
	if (itemOf(subscription).id !== given.item.id) throw noSuch("subscription_item", given.item.id, "items[0][id]", 400);
	const price = world.store.prices.require(given.item.price, "items[0][price]");
	if (given.proration_behavior === undefined) {
		throw new StripeError("The sandbox needs `proration_behavior`: always_invoice or none.", {
			param: "proration_behavior",
		});
	}
	const onFailure = given.payment_behavior === "pending_if_incomplete" ? "hold" : "apply";
	if (given.proration_behavior === "none") changePriceFreely(world, subscription, price);
	else changePriceNow(world, subscription, { price, onFailure, presence: "absent" });
}

function refuseUnknownCustomer({ store }: World, id: string) {
	const customer = store.customers.require(id, "customer");
	if (customer.deleted) throw noSuch("customer", id, "customer", 400);
	return customer;
}

function hasStatus(subscription: Subscription, wanted: string | undefined): boolean {
	if (wanted === "all") return true;
	if (wanted === undefined) return !isEnded(subscription);
	if (wanted === "ended") return isEnded(subscription);
	return subscription.status === wanted;
}
