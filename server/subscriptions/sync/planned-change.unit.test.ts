import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { planAgain, readPlan } from "./planned-change.ts";

const NOW = Date.parse("2026-03-01T00:00:00Z") / 1000;
const MONTH = 30 * 86_400;

type Phase = { start_date: number; end_date: number; items: object[] };
const STARTER = { id: "price_starter", lookup_key: "starter_monthly", metadata: {}, product: "prod_starter" };

function phase(start: number, price: unknown, quantity?: number): Phase {
	return { start_date: start, end_date: start + MONTH, items: [{ price, ...(quantity && { quantity }) }] };
}

/** A subscription whose schedule at Stripe has these phases, and is in the one that starts at `current`. */
function scheduled(phases: Phase[], { current = NOW as number | null, schedule = "sub_sched_1" as unknown } = {}) {
	const answer = { id: "sub_sched_1", phases, current_phase: current === null ? null : { start_date: current } };
	const stripe = fakeStripe({
		"subscriptionSchedules.retrieve": () => answer,
		"subscriptionSchedules.create": () => answer,
	});
	return { ...stripe, subscription: { id: "sub_1", schedule } as unknown as Stripe.Subscription };
}

describe("what is planned", () => {
	it("is nothing without a schedule, and Stripe is not asked", async () => {
		const { stripe, subscription, calls } = scheduled([], { schedule: null });
		expect(await readPlan(stripe, subscription)).toEqual({ change: null, phases: [] });
		expect(calls).toEqual([]);
	});

	it.each([
		["by its id", "sub_sched_1"],
		["as a whole", { id: "sub_sched_1" }],
	])("is what comes after the present phase, with the schedule named %s", async (_case, schedule) => {
		const phases = [phase(NOW - MONTH, "price_old"), phase(NOW, "price_pro"), phase(NOW + MONTH, STARTER, 2)];
		const { stripe, subscription, named } = scheduled(phases, { schedule });
		expect(await readPlan(stripe, subscription)).toEqual({
			change: { offer: { planId: "starter", isAnnual: false }, at: new Date((NOW + MONTH) * 1000) },
			phases: [{ priceId: "price_starter", quantity: 2, endsAt: NOW + 2 * MONTH }],
		});
		expect(named("subscriptionSchedules.retrieve")).toEqual([
			["sub_sched_1", { expand: ["phases.items.price"] }, WHILE_SOMEONE_WAITS],
		]);
	});

	it.each([
		["Stripe does not tell", "price_x"],
		["was deleted", { ...STARTER, id: "price_x", deleted: true }],
	])("names no plan where the price %s", async (_case, price) => {
		const { stripe, subscription } = scheduled([phase(NOW, "price_pro"), phase(NOW + MONTH, price)]);
		const { change, phases } = await readPlan(stripe, subscription);
		expect(change).toEqual({ offer: null, at: new Date((NOW + MONTH) * 1000) });
		expect(phases).toMatchObject([{ priceId: "price_x", quantity: 1 }]);
	});

	it("is nothing in the last phase, or once the schedule is over", async () => {
		const last = scheduled([phase(NOW, "price_pro")]);
		expect(await readPlan(last.stripe, last.subscription)).toEqual({ change: null, phases: [] });
		const over = scheduled([phase(NOW, "price_pro"), phase(NOW + MONTH, STARTER)], { current: null });
		expect(await readPlan(over.stripe, over.subscription)).toEqual({ change: null, phases: [] });
	});
});

describe("what was planned before", () => {
	const planned = { priceId: "price_starter", quantity: 3, endsAt: NOW + 2 * MONTH };
	const present = { items: [{ price: "price_pro", quantity: 1 }], start_date: NOW, end_date: NOW + MONTH };
	const next = { items: [{ price: "price_starter", quantity: 3 }], proration_behavior: "none" };
	const held = [phase(NOW - MONTH, "price_old"), phase(NOW, { id: "price_pro" })];
	const update = (...phases: object[]) => [
		"sub_sched_1",
		{ end_behavior: "release", proration_behavior: "none", phases },
		WHILE_SOMEONE_WAITS,
	];

	it("is planned anew after the present phase, on a schedule made of the subscription", async () => {
		const { stripe, subscription, named } = scheduled(held, { schedule: null });
		await planAgain(stripe, subscription, [planned]);
		expect(named("subscriptionSchedules.create")).toEqual([[{ from_subscription: "sub_1" }, WHILE_SOMEONE_WAITS]]);
		expect(named("subscriptionSchedules.update")).toEqual([update(present, { ...next, end_date: NOW + 2 * MONTH })]);
	});

	it.each([
		["by its id", "sub_sched_1"],
		["as a whole", { id: "sub_sched_1" }],
	])("goes to the schedule that stands already, named %s", async (_case, schedule) => {
		const { stripe, subscription, named } = scheduled(held, { schedule });
		await planAgain(stripe, subscription, [planned]);
		expect(named("subscriptionSchedules.create")).toEqual([]);
		expect(named("subscriptionSchedules.retrieve")).toEqual([["sub_sched_1", {}, WHILE_SOMEONE_WAITS]]);
		expect(named("subscriptionSchedules.update")).toHaveLength(1);
	});

	it("has no end where it had none, and is left where the schedule is over", async () => {
		const open = scheduled(held);
		await planAgain(open.stripe, open.subscription, [planned, { ...planned, endsAt: null }]);
		const ahead = [{ ...next, end_date: NOW + 2 * MONTH }, next];
		expect(open.named("subscriptionSchedules.update")).toEqual([update(present, ...ahead)]);
		const over = scheduled(held, { current: null });
		await planAgain(over.stripe, over.subscription, [planned]);
		expect(over.named("subscriptionSchedules.update")).toEqual([]);
	});
});
