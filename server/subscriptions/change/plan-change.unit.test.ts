import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { createPlanChange } from "./plan-change.ts";

function rig(answers: Parameters<typeof fakeStripe>[0] = {}) {
	const fake = fakeStripe({
		"subscriptions.update": () => ({}),
		"subscriptionSchedules.release": () => ({}),
		"subscriptionSchedules.retrieve": () => ({ phases: [], current_phase: null }),
		...answers,
	});
	const change = createPlanChange({ stripe: fake.stripe });
	/** What was asked that changes something, without how long someone waits. */
	const changes = () => fake.calls.filter(([name]) => !/list|retrieve/.test(name)).map((call) => call.slice(0, -1));
	return { ...fake, change, changes };
}

const price = {
	id: "price_new",
	lookup_key: "pro_monthly",
	metadata: {},
	recurring: { interval: "month" },
	unit_amount: 1_999,
} as unknown as Stripe.Price;

function subscription(change: object = {}): Stripe.Subscription {
	return {
		id: "sub_1",
		customer: "cus_1",
		items: { data: [{ id: "si_1", price: { ...price, id: "price_old" }, current_period_end: 1_800_000_000 }] },
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
		["calls one that is told in full off, too", subscription({ schedule: { id: "sched_1" } }), [RELEASED, ENDS]],
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

describe("a change that waits for the period's end", () => {
	const NOW = 1_790_000_000;
	const present = { start_date: NOW, end_date: 1_800_000_000, items: [{ price: "price_old" }] };
	const schedule = { id: "sched_1", phases: [present], current_phase: { start_date: NOW } };

	it.each([
		["a month", "month"],
		["a year", "year"],
	])("is planned on the schedule that Stripe has by now, for %s", async (_case, interval) => {
		const { change, named } = rig({
			"subscriptions.retrieve": () => subscription({ schedule: null }),
			"subscriptionSchedules.create": () => schedule,
		});
		const wanted = { ...price, recurring: { interval } } as Stripe.Price;
		await change.planForPeriodEnd(subscription({ schedule: "sched_released" }), wanted);
		const [update] = named("subscriptionSchedules.update");
		expect(update?.slice(0, 2)).toEqual([
			"sched_1",
			{
				end_behavior: "release",
				proration_behavior: "none",
				phases: [
					{ ...present, items: [{ price: "price_old", quantity: 1 }] },
					{
						items: [{ price: "price_new", quantity: 1 }],
						duration: { interval, interval_count: 1 },
						proration_behavior: "none",
					},
				],
			},
		]);
	});

	it("is refused where the schedule has just ended: nothing would be planned", async () => {
		const { change, named } = rig({
			"subscriptions.retrieve": () => subscription({ schedule: "sched_1" }),
			"subscriptionSchedules.retrieve": () => ({ ...schedule, current_phase: null }),
		});
		await expect(change.planForPeriodEnd(subscription(), price)).rejects.toMatchObject({ kind: "conflict" });
		expect(named("subscriptionSchedules.update")).toEqual([]);
	});
});
