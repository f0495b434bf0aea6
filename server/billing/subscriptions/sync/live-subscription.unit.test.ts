import { describe, expect, it } from "vitest";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { currentSubscription, isLive } from "./live-subscription.ts";

const NOW = new Date("2026-03-05T12:00:00Z");
const YESTERDAY = new Date("2026-03-04T12:00:00Z");
const TOMORROW = new Date("2026-03-06T12:00:00Z");

function row(planId: string, change: Partial<Subscription> = {}): Subscription {
	return {
		id: 1,
		userId: "ada",
		stripeSubscriptionId: "sub_1",
		stripePriceId: "price_1",
		status: "active",
		planId,
		isAnnual: false,
		currentPeriodStart: YESTERDAY,
		currentPeriodEnd: TOMORROW,
		cancelAtPeriodEnd: false,
		cancelAt: null,
		plannedPlanId: null,
		plannedIsAnnual: null,
		plannedAt: null,
		owedAmount: null,
		owedCurrency: null,
		owedAt: null,
		owedInvoices: 0,
		droppedPlanId: null,
		droppedIsAnnual: null,
		unitAmount: null,
		...{ productName: null, isCollectionPaused: false, resumesAt: null, draftAmount: null, draftCurrency: null },
		createdAt: YESTERDAY,
		updatedAt: YESTERDAY,
		...change,
	};
}

describe("the one subscription that counts", () => {
	it.each<[string, Subscription, Subscription]>([
		["a valid one before a live one of a higher plan", row("starter"), row("pro", { status: "past_due" })],
		["a valid one before one that is newer", row("pro"), row("pro", { status: "past_due", createdAt: NOW })],
		[
			"a valid one before one whose cancelled period is over",
			row("starter"),
			row("pro", { cancelAtPeriodEnd: true, currentPeriodEnd: YESTERDAY }),
		],
		[
			"a cancelled one whose period goes on before a live one",
			row("starter", { cancelAtPeriodEnd: true }),
			row("pro", { status: "unpaid" }),
		],
		[
			"a live one before an ended one of a higher plan",
			row("starter", { status: "past_due" }),
			row("enterprise", { status: "canceled" }),
		],
		[
			"a live one before an ended one that is newer",
			row("pro", { status: "unpaid" }),
			row("pro", { status: "canceled", createdAt: NOW }),
		],
		["of two valid ones the higher plan", row("pro"), row("basic", { createdAt: NOW })],
		["of two valid ones a known plan", row("starter"), row("unknown", { createdAt: NOW })],
		["of two of one plan the newer", row("pro", { createdAt: NOW }), row("pro")],
		["of two valid ones the higher plan, though the other is newer", row("pro"), row("starter", { createdAt: NOW })],
		[
			"one that lives before one whose first payment is under way",
			row("starter", { status: "past_due" }),
			row("pro", { status: "incomplete" }),
		],
		[
			"a valid one that ends later than its period before one that has ended by its date",
			row("starter", { cancelAt: TOMORROW }),
			row("pro", { cancelAt: YESTERDAY }),
		],
		[
			"of two that have ended the higher plan",
			row("pro", { status: "canceled" }),
			row("basic", { status: "canceled" }),
		],
	])("%s", (_case, better, worse) => {
		expect(currentSubscription([better, worse], NOW)).toBe(better);
		expect(currentSubscription([worse, better], NOW)).toBe(better);
	});

	it("is none among none, and the list stays as it was", () => {
		expect(currentSubscription([], NOW)).toBeNull();
		const rows = [row("basic"), row("pro")];
		currentSubscription(rows, NOW);
		expect(rows.map(({ planId }) => planId)).toEqual(["basic", "pro"]);
	});
});

describe("a subscription that still is one at Stripe", () => {
	it.each([
		...["active", "trialing", "past_due", "unpaid", "paused", "incomplete"].map((status) => [status, true] as const),
		...["canceled", "incomplete_expired", "", "anything"].map((status) => [status, false] as const),
	])("%s: %s", (status, isIt) => expect(isLive({ status })).toBe(isIt));
});
