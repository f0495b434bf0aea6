import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { planPrice, readPlan } from "./planned-change.ts";

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
		expect(await readPlan(stripe, subscription)).toEqual({ change: null, price: null });
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
			price: STARTER,
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
		const at = new Date((NOW + MONTH) * 1000);
		expect(await readPlan(stripe, subscription)).toEqual({ change: { offer: null, at }, price: null });
	});

	it("is nothing in the last phase, or once the schedule is over", async () => {
		const last = scheduled([phase(NOW, "price_pro")]);
		expect(await readPlan(last.stripe, last.subscription)).toEqual({ change: null, price: null });
		const over = scheduled([phase(NOW, "price_pro"), phase(NOW + MONTH, STARTER)], { current: null });
		expect(await readPlan(over.stripe, over.subscription)).toEqual({ change: null, price: null });
	});
});

describe("a change that waits for the period's end", () => {
	const held = [phase(NOW - MONTH, "price_old"), phase(NOW, { id: "price_pro" })];
	const yearly = { id: "price_yearly", recurring: { interval: "year" } } as Stripe.Price;

	it.each([
		["a schedule made of the subscription", null, 1],
		["the schedule that stands already", { id: "sub_sched_1" }, 0],
	])("is one period after the present one, on %s", async (_case, schedule, made) => {
		const { stripe, subscription, named } = scheduled(held, { schedule });
		await planPrice(stripe, subscription, yearly);
		expect(named("subscriptionSchedules.create")).toHaveLength(made);
		const present = { items: [{ price: "price_pro", quantity: 1 }], start_date: NOW, end_date: NOW + MONTH };
		const duration = { interval: "year", interval_count: 1 };
		const next = { items: [{ price: "price_yearly", quantity: 1 }], duration, proration_behavior: "none" };
		const phases = [present, next];
		expect(named("subscriptionSchedules.update")).toEqual([
			["sub_sched_1", { end_behavior: "release", proration_behavior: "none", phases }, WHILE_SOMEONE_WAITS],
		]);
	});

	it("is refused where the schedule has just ended: nothing would be planned", async () => {
		const { stripe, subscription, named } = scheduled(held, { current: null });
		await expect(planPrice(stripe, subscription, yearly)).rejects.toMatchObject({ kind: "conflict" });
		expect(named("subscriptionSchedules.update")).toEqual([]);
	});
});
