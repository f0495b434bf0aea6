import type Stripe from "stripe";
import { pageOf } from "../lists.ts";
import { integer, listParams, noParams, params, text } from "../params.ts";
import { type Route, route } from "../route.ts";
import { newId } from "../store.ts";
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
			params<Stripe.TestHelpers.TestClockCreateParams>()({ frozen_time: integer, name: text.optional() }),
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
		route("get", base, listParams<Stripe.TestHelpers.TestClockListParams>()({}), (given) =>
			pageOf(base, store.testClocks.list(), given),
		),
		route("get", `${base}/:id`, noParams, (_given, id) => store.testClocks.require(id)),
		route(
			"post",
			`${base}/:id/advance`,
			params<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: integer }),
			(given, id) => {
				const clock = store.testClocks.require(id);
				if (given.frozen_time <= clock.frozen_time) {
					throw new StripeError("The test clock can only be advanced to a time in the future.", {
						param: "frozen_time",
					});
				}
				store.testClocks.patch(clock, { frozen_time: given.frozen_time });
				catchUp(world);
				// Stripe answers while it is still at it; ours is done already, and says so when asked again.
				return {
					...clock,
					status: "advancing",
					status_details: { advancing: { target_frozen_time: given.frozen_time } },
				};
			},
		),
		route("delete", `${base}/:id`, noParams, (_given, id) => {
			store.testClocks.require(id);
			for (const customer of store.customers.list((one) => one.test_clock === id)) {
				for (const one of store.subscriptions.list((each) => each.customer === customer.id)) {
					store.subscriptions.delete(one.id);
				}
				store.customers.delete(customer.id);
			}
			store.testClocks.delete(id);
			return { id, object: "test_helpers.test_clock", deleted: true };
		}),
	];
}
