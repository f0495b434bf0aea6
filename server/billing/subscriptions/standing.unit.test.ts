import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import type { Standing } from "#shared/billing/subscriptions/subscription.ts";
import { isActive } from "#shared/billing/subscriptions/subscription-status.ts";
import { isPastItsPeriod, standingOf } from "./standing.ts";
import { factsOf } from "./sync/subscription-row.ts";

const NOW = Date.parse("2026-03-05T12:00:00Z") / 1000;
const DAY = 86_400;
/** Our clock against the end of Stripe's period. */
const CLOCKS = { before: NOW - DAY, at: NOW, after: NOW + DAY };

type Ends = "never" | "with the period" | "later";
type Row = [status: Stripe.Subscription.Status, isPaused: boolean, ends: Ends, standing: Standing];

/** As Stripe has it, with a period that ends now. */
function atStripe(status: Stripe.Subscription.Status, isPaused: boolean, ends: Ends) {
	const price = { id: "price_1", lookup_key: "pro_monthly", metadata: {}, recurring: { interval: "month" } };
	const facts = factsOf({
		status,
		created: NOW - 30 * DAY,
		pause_collection: isPaused ? { behavior: "void", resumes_at: null } : null,
		cancel_at_period_end: ends === "with the period",
		cancel_at: { never: null, "with the period": NOW, later: NOW + 90 * DAY }[ends],
		items: { data: [{ price, current_period_start: NOW - 30 * DAY, current_period_end: NOW }] },
	} as unknown as Stripe.Subscription);
	if (!facts) throw new Error("It has an item.");
	return facts;
}

const ROWS: Row[] = [
	["active", false, "never", "active"],
	["active", false, "with the period", "ending"],
	["active", false, "later", "ending"],
	["active", true, "never", "paused"],
	["active", true, "with the period", "ending"],
	["active", true, "later", "ending"],
	["trialing", false, "never", "trialing"],
	["trialing", false, "with the period", "ending"],
	["trialing", false, "later", "ending"],
	["trialing", true, "never", "paused"],
	["trialing", true, "with the period", "ending"],
	["trialing", true, "later", "ending"],
	["paused", false, "never", "paused"],
	["paused", false, "with the period", "ending"],
	["paused", false, "later", "ending"],
	["paused", true, "never", "paused"],
	["past_due", false, "never", "owing"],
	["past_due", false, "with the period", "owing"],
	["past_due", false, "later", "owing"],
	["past_due", true, "never", "owing"],
	["unpaid", false, "never", "owing"],
	["unpaid", true, "with the period", "owing"],
	["incomplete", false, "never", "none"],
	["incomplete_expired", false, "never", "none"],
	["canceled", false, "never", "none"],
	["canceled", true, "with the period", "none"],
];

describe("P570: what a user is to billing", () => {
	it.each(ROWS)("%s at Stripe, payments paused: %s, ends %s: %s", (status, isPaused, ends, standing) => {
		const facts = atStripe(status, isPaused, ends);
		expect(standingOf(facts)).toBe(standing);
		for (const [clock, at] of Object.entries(CLOCKS)) {
			const now = new Date(at * 1000);
			// The guard is another question, and stays as it was specified (P70).
			const isOver = ends === "with the period" && clock === "after";
			expect([clock, isActive(facts, now)]).toEqual([clock, status === "active" && !isOver]);
			const isRunning = status === "active" || status === "trialing";
			expect([clock, isPastItsPeriod(facts, now)]).toEqual([clock, isRunning && clock !== "before"]);
		}
	});

	it("is none without a subscription, and for a status that Stripe may invent", () => {
		expect(standingOf(null)).toBe("none");
		expect(standingOf(atStripe("resting" as Stripe.Subscription.Status, false, "never"))).toBe("none");
		expect(isPastItsPeriod(null, new Date())).toBe(false);
	});
});
