import { z } from "zod";
import { endSubscription, scheduleEnd, updateSubscription } from "../billing.ts";
import { inRange, pageOf } from "../lists.ts";
import { clearable, flag, integer, listParams, metadata, params, range, text } from "../params.ts";
import { type Route, route } from "../route.ts";
import type { Subscription } from "../stored.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";
import { mergeMetadata } from "./customers.ts";

const STATUSES = [
	"active",
	"past_due",
	"unpaid",
	"canceled",
	"incomplete",
	"incomplete_expired",
	"trialing",
	"paused",
	"ended",
	"all",
] as const;
const ENDED = ["canceled", "incomplete_expired"];

/** Calls on subscriptions. */
export function subscriptionCalls(world: World): Route[] {
	const { store } = world;
	return [
		route(
			"get",
			"/v1/subscriptions",
			listParams({
				created: range,
				customer: text.optional(),
				price: text.optional(),
				status: z.enum(STATUSES).optional(),
			}),
			(given) =>
				pageOf(
					"/v1/subscriptions",
					store.subscriptions.list(
						(one) =>
							(!given.customer || one.customer === given.customer) &&
							(!given.price || one.items.data.some((item) => item.price.id === given.price)) &&
							hasStatus(one, given.status) &&
							inRange(one.created, given.created),
					),
					given,
				),
		),
		route("get", "/v1/subscriptions/:id", params({}), (_given, id) => store.subscriptions.require(id)),
		route(
			"post",
			"/v1/subscriptions/:id",
			params({
				cancel_at_period_end: flag.optional(),
				cancel_at: clearable(integer).optional(),
				metadata: metadata.optional(),
				default_payment_method: text.optional(),
			}),
			(given, id) => {
				const subscription = store.subscriptions.require(id);
				refuseEnded(subscription);
				if (given.cancel_at_period_end && given.cancel_at) {
					throw new StripeError("You may only specify one of these parameters: cancel_at, cancel_at_period_end.");
				}
				if (given.default_payment_method)
					store.paymentMethods.require(given.default_payment_method, "default_payment_method");
				if (given.cancel_at_period_end !== undefined || given.cancel_at !== undefined) {
					scheduleEnd(world, subscription, {
						...(given.cancel_at_period_end !== undefined && { cancel_at_period_end: given.cancel_at_period_end }),
						...(given.cancel_at !== undefined && { cancel_at: given.cancel_at }),
					});
				}
				updateSubscription(world, subscription, {
					metadata: mergeMetadata(subscription.metadata, given.metadata),
					...(given.default_payment_method && { default_payment_method: given.default_payment_method }),
				});
				return subscription;
			},
		),
		route(
			"delete",
			"/v1/subscriptions/:id",
			params({ invoice_now: flag.optional(), prorate: flag.optional() }),
			(_given, id) => {
				const subscription = store.subscriptions.require(id);
				refuseEnded(subscription, id);
				endSubscription(world, subscription, "cancellation_requested");
				return subscription;
			},
		),
	];
}

function hasStatus(subscription: Subscription, wanted: string | undefined): boolean {
	if (wanted === "all") return true;
	if (wanted === undefined) return !ENDED.includes(subscription.status);
	if (wanted === "ended") return ENDED.includes(subscription.status);
	return subscription.status === wanted;
}

function refuseEnded(subscription: Subscription, cancelling?: string): void {
	if (!ENDED.includes(subscription.status)) return;
	if (cancelling) {
		throw new StripeError(`No such subscription: '${cancelling}'`, {
			code: "resource_missing",
			param: "id",
			status: 404,
		});
	}
	throw new StripeError("A canceled subscription can only update its cancellation_details and metadata.", {
		code: "invalid_canceled_subscription_fields",
	});
}
