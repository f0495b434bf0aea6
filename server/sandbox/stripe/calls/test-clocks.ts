import type Stripe from "stripe";
import { moment, noParams, params, text } from "../params.ts";
import { addInterval } from "../periods.ts";
import { itemOf } from "../plan-changes.ts";
import { type Route, route } from "../route.ts";
import { newId } from "../store.ts";
import type { TestClock } from "../stored.ts";
import { StripeError } from "../stripe-error.ts";
import { catchUp } from "../time.ts";
import type { World } from "../world.ts";

const DELETED_AFTER = 30 * 86_400;

/** Calls on test clocks: customers made with one live on its time. Source: docs.stripe.com/billing/testing/test-clocks. */
export function testClockCalls(world: World): Route[] {
	const { store } = world;
	const base = "/v1/test_helpers/test_clocks";
	return [
		route(
			"post",
			base,
			params<Stripe.TestHelpers.TestClockCreateParams>()({ frozen_time: moment, name: text.optional() }),
			(given) =>
				store.testClocks.put({
					id: newId("clock"),
					object: "test_helpers.test_clock",
					created: world.now(),
					deletes_after: world.now() + DELETED_AFTER,
					frozen_time: given.frozen_time,
					livemode: false,
					name: given.name ?? null,
					status: "ready",
					status_details: {},
				}),
		),
		route("get", `${base}/:id`, noParams, (_given, id) => store.testClocks.require(id)),
		route(
			"post",
			`${base}/:id/advance`,
			params<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: moment }),
			(given, id) => {
				const clock = store.testClocks.require(id);
				if (given.frozen_time <= clock.frozen_time) {
					throw new StripeError("The test clock can only be advanced to a time in the future.", {
						param: "frozen_time",
					});
				}
				if (given.frozen_time > furthest(world, clock)) {
					throw new StripeError(
						"The test clock can only be advanced by two intervals of its shortest subscription, or by two years without any.",
						{ param: "frozen_time" },
					);
				}
				store.testClocks.patch(clock, { frozen_time: given.frozen_time });
				// Stripe answers while it is still at it. The next call waits; what fails here is tried again, and told, each second.
				catchUp(world).catch(() => {});
				return {
					...clock,
					status: "advancing",
					status_details: { advancing: { target_frozen_time: given.frozen_time } },
				};
			},
		),
	];
}

/** Source: docs.stripe.com/api/test_clocks/advance, `frozen_time`. */
function furthest({ store }: World, { id, frozen_time: now }: TestClock): number {
	const customers = new Set(store.customers.list((one) => one.test_clock === id).map((one) => one.id));
	const running = store.subscriptions.list((one) => one.ended_at === null && customers.has(one.customer));
	const limits = running.map((one) => addInterval(now, itemOf(one).price.recurring?.interval ?? "month", 2));
	return Math.min(...limits, addInterval(now, "year", 2));
}
