import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { draftColumns, droppedColumns, factsOf, plannedColumns } from "./subscription-row.ts";

const START = Date.parse("2026-03-01T00:00:00Z") / 1000;
const END = Date.parse("2026-04-01T00:00:00Z") / 1000;
const dateOf = (seconds: number) => new Date(seconds * 1000);

/** As Stripe tells of it, with an end to come or none. */
function told({ price = {}, ...ends }: { price?: object } & Partial<Stripe.Subscription> = {}): Stripe.Subscription {
	const named = { id: "price_1", lookup_key: "pro_monthly", metadata: {}, product: "prod_pro", ...price };
	const item = { price: named, current_period_start: START, current_period_end: END };
	const stands = { status: "active", created: START - 5, cancel_at: null, cancel_at_period_end: false };
	return { id: "sub_1", ...stands, ...ends, items: { data: [item] } } as unknown as Stripe.Subscription;
}

describe("our row of a subscription", () => {
	it("says what Stripe says", () => {
		expect(factsOf(told())).toEqual({
			...{ stripePriceId: "price_1", status: "active", planId: "pro", isAnnual: false },
			...{ currentPeriodStart: dateOf(START), currentPeriodEnd: dateOf(END), createdAt: dateOf(START - 5) },
			...{ cancelAtPeriodEnd: false, cancelAt: null, isCollectionPaused: false, resumesAt: null },
		});
	});

	it.each([
		[null, { isCollectionPaused: false, resumesAt: null }],
		[
			{ behavior: "void", resumes_at: null },
			{ isCollectionPaused: true, resumesAt: null },
		],
		[
			{ behavior: "keep_as_draft", resumes_at: END },
			{ isCollectionPaused: true, resumesAt: dateOf(END) },
		],
	] as const)("says whether payments are paused, and until when: %j", (pause, columns) => {
		expect(factsOf(told({ pause_collection: pause }))).toMatchObject(columns);
	});

	it.each([
		["with the period, as Stripe says", { cancel_at_period_end: true, cancel_at: END }, true, null, END],
		["with the period, where Stripe tells it by the time alone", { cancel_at: END }, true, null, END],
		["within the period", { cancel_at: END - 60 }, true, null, END - 60],
		["with the period, and Stripe names no time", { cancel_at_period_end: true }, true, null, END],
		["later than the period", { cancel_at: END + 1 }, false, dateOf(END + 1), END],
	])("ends %s", (_case, ends, cancelAtPeriodEnd, cancelAt, end) => {
		expect(factsOf(told(ends))).toMatchObject({ cancelAtPeriodEnd, cancelAt, currentPeriodEnd: dateOf(end) });
	});

	const foreign = { lookup_key: null, product: "prod_of_another" };
	it.each([
		["a year", { interval: "year" }, true],
		["a month", { interval: "month" }, false],
		["nothing that comes again", null, false],
	])("names no plan for a price that we do not know, for %s", (_case, recurring, isAnnual) => {
		expect(factsOf(told({ price: { ...foreign, recurring } }))).toMatchObject({ planId: "unknown", isAnnual });
	});

	it("is none without an item", () => {
		expect(factsOf({ ...told(), items: { data: [] } } as unknown as Stripe.Subscription)).toBeNull();
	});
});

describe("our columns of a planned change", () => {
	const at = dateOf(END);
	it.each([
		["a plan", { offer: { planId: "starter", isAnnual: true }, at }, ["starter", true, at]],
		["a price that we do not know", { offer: null, at }, ["unknown", false, at]],
		["no change", null, [null, null, null]],
	] as const)("name %s", (_case, planned, columns) => {
		const { plannedPlanId, plannedIsAnnual, plannedAt } = plannedColumns(planned);
		expect([plannedPlanId, plannedIsAnnual, plannedAt]).toEqual(columns);
	});
});

describe("P260: a planned change that was dropped", () => {
	const facts = factsOf(told()) as NonNullable<ReturnType<typeof factsOf>>;
	const row = (change: object) =>
		({
			stripePriceId: "price_1",
			plannedPlanId: null,
			plannedIsAnnual: null,
			droppedPlanId: null,
			droppedIsAnnual: null,
			...change,
		}) as never;
	const planned = { offer: null, at: dateOf(END) };
	const starter = { droppedPlanId: "starter", droppedIsAnnual: true };
	const none = { droppedPlanId: null, droppedIsAnnual: null };
	const before = row({ plannedPlanId: "starter", plannedIsAnnual: true });

	it.each([
		[
			"is kept where the subscription ends with its period",
			before,
			{ ...facts, cancelAtPeriodEnd: true },
			null,
			starter,
		],
		["is kept where it ends at a date", before, { ...facts, cancelAt: dateOf(END) }, null, starter],
		["stays kept", row(starter), facts, null, starter],
		["is kept where the subscription goes on", before, facts, null, starter],
		["is over with another planned change", row(starter), facts, planned, none],
		["is over with another price", row({ ...starter, stripePriceId: "price_2" }), facts, null, none],
		["is none of a subscription that is new to us", undefined, facts, null, none],
	])("%s", (_case, was, now, change, dropped) => {
		expect(droppedColumns(was, { facts: now, planned: change })).toEqual(dropped);
	});
});

describe("our columns of a renewal that is to be charged (P572)", () => {
	const renewal = { status: "draft", billing_reason: "subscription_cycle", amount_due: 1999, currency: "eur" };
	it.each([
		["the draft of a renewal", [renewal], { draftAmount: 1999, draftCurrency: "eur" }],
		[
			"one that was finalized without collection",
			[{ ...renewal, status: "open", auto_advance: false }],
			{ draftAmount: 1999, draftCurrency: "eur" },
		],
		["one that credit pays", [{ ...renewal, amount_due: 0 }], { draftAmount: null, draftCurrency: null }],
		[
			"one that is charged",
			[{ ...renewal, status: "open", auto_advance: true }],
			{ draftAmount: null, draftCurrency: null },
		],
		[
			"one of a change of plan",
			[{ ...renewal, billing_reason: "subscription_update" }],
			{ draftAmount: null, draftCurrency: null },
		],
		["none", [], { draftAmount: null, draftCurrency: null }],
	])("%s", (_what, invoices, columns) => {
		expect(draftColumns(invoices as Stripe.Invoice[])).toEqual(columns);
	});
});
