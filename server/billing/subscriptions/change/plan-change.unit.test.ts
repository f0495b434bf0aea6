import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { createPlanChange } from "./plan-change.ts";

function rig() {
	const nothing = { phases: [], current_phase: null };
	const { stripe, calls } = fakeStripe({ "subscriptionSchedules.retrieve": () => nothing });
	/** What was asked that changes something, without how long someone waits. */
	const changes = () => calls.filter(([name]) => !/list|retrieve/.test(name)).map((call) => call.slice(0, -1));
	return { change: createPlanChange({ stripe }), changes };
}

function subscription(change: object = {}): Stripe.Subscription {
	return {
		id: "sub_1",
		customer: "cus_1",
		items: {
			data: [{ id: "si_1", price: { id: "price_old", lookup_key: "pro_monthly" }, current_period_end: 1_800_000_000 }],
		},
		cancel_at_period_end: false,
		cancel_at: null,
		schedule: null,
		latest_invoice: null,
		...change,
	} as unknown as Stripe.Subscription;
}

const ENDING = subscription({ cancel_at_period_end: true, cancel_at: 1_800_000_000 });
/** As Stripe's own portal schedules it. */
const ENDING_BY_DATE = subscription({ cancel_at: 1_800_000_000 });
const GOES_ON = ["subscriptions.update", "sub_1", { cancel_at_period_end: false }];
const GOES_ON_BY_DATE = ["subscriptions.update", "sub_1", { cancel_at: "" }];
const ENDS = ["subscriptions.update", "sub_1", { cancel_at_period_end: true }];
const RELEASED = ["subscriptionSchedules.release", "sched_1", {}];

describe("cancelling", () => {
	it.each([
		["ends it with its period", subscription(), [ENDS]],
		["calls a planned downgrade off", subscription({ schedule: "sched_1" }), [RELEASED, ENDS]],
		[
			"also cancels a downgrade whose schedule Stripe has expanded",
			subscription({ schedule: { id: "sched_1" } }),
			[RELEASED, ENDS],
		],
		["changes nothing twice", ENDING, []],
		["changes nothing that Stripe's portal did already", ENDING_BY_DATE, []],
		["ends with its period what would end later", subscription({ cancel_at: 1_900_000_000 }), [ENDS]],
	])("%s", async (_case, before, wanted) => {
		const { change, changes } = rig();
		await change.cancel(before);
		expect(changes()).toEqual(wanted);
	});
});

describe("reactivating", () => {
	it.each([
		["calls the end off", ENDING, [GOES_ON]],
		["calls an end by date off, and sets no other field", ENDING_BY_DATE, [GOES_ON_BY_DATE]],
		["changes nothing that goes on", subscription(), []],
	])("%s", async (_case, before, wanted) => {
		const { change, changes } = rig();
		await change.keepGoing(before);
		expect(changes()).toEqual(wanted);
	});
});
