import type Stripe from "stripe";
import { z } from "zod";
import { endSubscription } from "../billing.ts";
import { has, listRoute } from "../lists.ts";
import { clearable, flag, listParams, metadata, moment, noParams, one, params, text } from "../params.ts";
import { expireConflictingUpdate } from "../pending-updates.ts";
import { changePriceNow, priceToChangeTo, releaseSchedule } from "../plan-changes.ts";
import { type Route, route } from "../route.ts";
import { noSuch, StripeError } from "../stripe-error.ts";
import { isEnded, scheduleEnd, updateSubscription } from "../subscription-changes.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";

const listed = listParams<Stripe.SubscriptionListParams>()({
	customer: text.optional(),
	status: z.enum(["active", "past_due", "unpaid", "canceled", "all"]).optional(),
});
const changes = params<Stripe.SubscriptionUpdateParams>()({
	cancel_at_period_end: flag.optional(),
	cancel_at: clearable(moment).optional(),
	metadata: metadata.optional(),
	items: z
		.array(z.strictObject({ id: text, price: text, quantity: one.default(1) }))
		.length(1)
		.optional(),
	payment_behavior: z.literal("pending_if_incomplete").optional(),
	proration_behavior: z.literal("always_invoice").optional(),
	proration_date: moment.optional(),
});
const cancelled = params<Stripe.SubscriptionCancelParams>()({
	invoice_now: flag.optional(),
	prorate: flag.optional(),
});

/** Calls on subscriptions. They begin on a checkout page alone. */
export function subscriptionCalls(world: World): Route[] {
	const { store } = world;
	return [
		listRoute("/v1/subscriptions", listed, ({ customer, status }) => {
			if (customer && store.customers.require(customer, "customer").deleted) {
				throw noSuch("customer", customer, "customer", 400);
			}
			return store.subscriptions.list((one) => {
				if (status === undefined && isEnded(one)) return false;
				return has(one, { customer, status: status === "all" ? undefined : status });
			});
		}),
		route("get", "/v1/subscriptions/:id", noParams, (_given, id) => store.subscriptions.require(id)),
		route("post", "/v1/subscriptions/:id", changes, (given, id) => {
			const subscription = store.subscriptions.require(id);
			if (isEnded(subscription)) {
				throw new StripeError("A canceled subscription can only update its cancellation_details and metadata.", {
					code: "invalid_canceled_subscription_fields",
				});
			}
			if (given.cancel_at_period_end !== undefined && given.cancel_at !== undefined) {
				throw new StripeError("You may only specify one of these parameters: cancel_at, cancel_at_period_end.");
			}
			if (given.metadata) {
				updateSubscription(world, subscription, { metadata: mergeMetadata(subscription.metadata, given.metadata) });
			}
			if (given.items) {
				const price = priceToChangeTo(world, subscription, given);
				changePriceNow(world, subscription, { ...given, price });
				return subscription;
			}
			if (given.cancel_at_period_end !== undefined) {
				expireConflictingUpdate(world, subscription, given.cancel_at_period_end);
				scheduleEnd(world, subscription, given.cancel_at_period_end ? "period_end" : null);
			}
			if (given.cancel_at !== undefined) scheduleEnd(world, subscription, given.cancel_at);
			return subscription;
		}),
		route("delete", "/v1/subscriptions/:id", cancelled, (given, id) => {
			const subscription = store.subscriptions.require(id);
			if (given.prorate || given.invoice_now) throw new StripeError("The sandbox cancels without prorating.");
			if (isEnded(subscription)) throw noSuch("subscription", id);
			releaseSchedule(world, subscription);
			endSubscription(world, subscription, "cancellation_requested");
			return subscription;
		}),
	];
}
