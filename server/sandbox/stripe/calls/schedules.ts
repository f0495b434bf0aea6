import { noParams } from "../params.ts";
import { releaseSchedule } from "../plan-changes.ts";
import { type Route, route } from "../route.ts";
import { StripeError } from "../stripe-error.ts";
import type { World } from "../world.ts";

/** Calls on subscription schedules: changes planned for the end of a period. */
export function scheduleCalls(world: World): Route[] {
	const { store } = world;
	return [
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
