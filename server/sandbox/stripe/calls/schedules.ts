import type Stripe from "stripe";
import { z } from "zod";
import { moment, noParams, one, params, text } from "../params.ts";
import { attachSchedule, releaseSchedule, replanSchedule } from "../plan-changes.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

const updateParams = params<Stripe.SubscriptionScheduleUpdateParams>()({
	end_behavior: z.enum(["release"]).optional(),
	proration_behavior: z.enum(["none"]).optional(),
	phases: z
		.array(
			z.strictObject({
				items: z.array(z.strictObject({ price: text, quantity: one.default(1) })).length(1),
				start_date: moment.optional(),
				end_date: moment.optional(),
				duration: z.strictObject({ interval: z.enum(["month", "year"]), interval_count: one.default(1) }).optional(),
				proration_behavior: z.enum(["none"]).optional(),
			}),
		)
		.min(1)
		.max(2)
		.optional(),
});

/** Calls on subscription schedules: changes planned for the end of a period. */
export function scheduleCalls(world: World): Route[] {
	const { store } = world;
	return [
		route(
			"post",
			"/v1/subscription_schedules",
			params<Stripe.SubscriptionScheduleCreateParams>()({ from_subscription: text }),
			({ from_subscription: id }) => {
				const subscription = store.subscriptions.require(id, "from_subscription");
				if (subscription.schedule) {
					throw new StripeError(
						`You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
						{ param: "from_subscription" },
					);
				}
				return attachSchedule(world, subscription);
			},
		),
		route("get", "/v1/subscription_schedules/:id", noParams, (_given, id) => store.schedules.require(id)),
		route("post", "/v1/subscription_schedules/:id", updateParams, (given, id) => {
			const schedule = store.schedules.require(id);
			if (schedule.status !== "active" && schedule.status !== "not_started") {
				throw new StripeError(
					`You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in \`not_started\`, \`active\` status to be updated.`,
				);
			}
			if (given.phases) replanSchedule(world, schedule, given.phases);
			return schedule;
		}),
		route("post", "/v1/subscription_schedules/:id/release", noParams, (_given, id) => {
			const schedule = store.schedules.require(id);
			if (schedule.status !== "active" && schedule.status !== "not_started") {
				throw new StripeError(
					`You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status.`,
				);
			}
			releaseSchedule(world, store.subscriptions.require(schedule.subscription ?? ""));
			return schedule;
		}),
	];
}
