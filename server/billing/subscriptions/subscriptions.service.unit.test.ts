import pino from "pino";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Config } from "#server/platform/config/config.ts";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { checkoutAttempts } from "#shared/billing/subscriptions/checkout-attempts.table.ts";
import type { CheckoutRequest } from "#shared/billing/subscriptions/subscription.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { isOwing } from "./change/open-invoices.ts";
import type { PlanChange } from "./change/plan-change.ts";
import { type Checkout, PaidMeanwhileError } from "./checkout/checkout.ts";
import type { DetailsCache } from "./stripe/details-cache.ts";
import type { StripePages } from "./stripe/pages.ts";
import type { PlanPrices } from "./stripe/plan-prices.ts";
import type { StripeCustomers } from "./stripe/stripe-customer.ts";
import { createSubscriptionsService } from "./subscriptions.service.ts";
import type { BillingLock } from "./sync/billing-lock.ts";
import type { BillingCustomer } from "./sync/stripe-sync.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-05T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const WANTED: CheckoutRequest = { planId: "pro", isAnnual: false, takeBack: false, confirmed: false };

const AGREED: CheckoutRequest = { ...WANTED, agreed: { amount: 1_500, prorationDate: 1_790_000_000 } };
const PREVIEW = {
	amount_due: 1_500,
	parent: { subscription_details: { subscription_proration_date: 1_790_000_000 } },
};
const SOON = Date.parse("2026-04-01T00:00:00Z") / 1000;

/** As Stripe tells of it; `sub_new` is younger than the others. */
function atStripe(id: string, status: string, lookupKey = "starter_monthly"): Stripe.Subscription {
	const price = { id: `price_${lookupKey}`, lookup_key: lookupKey, metadata: {}, recurring: { interval: "month" } };
	const item = { price, current_period_start: SOON - 30 * 86_400, current_period_end: SOON };
	const created = id === "sub_new" ? 2 : 1;
	return {
		id,
		status,
		created,
		cancel_at: null,
		cancel_at_period_end: false,
		items: { data: [item] },
	} as unknown as Stripe.Subscription;
}

function ourRow(status: string, change: object = {}) {
	return {
		status,
		planId: "pro",
		isAnnual: true,
		currentPeriodEnd: new Date("2026-04-01T00:00:00Z"),
		cancelAtPeriodEnd: false,
		cancelAt: null,
		plannedPlanId: null,
		createdAt: new Date("2026-01-01T00:00:00Z"),
		...change,
	};
}

/** The service with Stripe, its neighbours and the database played by hand. */
function rig() {
	const state = {
		/** What Stripe tells, one list for each time it is asked; the last one is repeated. */
		found: [[]] as Stripe.Subscription[][],
		rows: [ourRow("active")] as object[],
		customerId: "cus_1" as string | null,
		hasUser: true,
		hasAttempt: false,
		isPaidMeanwhile: false,
	};
	const calls: string[] = [];
	const db = {
		select: () => ({
			from: (table: unknown) => {
				const rows = () => {
					if (table === users) return state.hasUser ? [{ id: "ada", stripeCustomerId: state.customerId }] : [];
					if (table === checkoutAttempts) return state.hasAttempt ? [{ id: "1" }] : [];
					return table === subscriptions ? state.rows : [];
				};
				const prepare = () => ({ execute: async () => rows() });
				const where = () => Object.assign(Promise.resolve(rows()), { limit: async () => rows(), prepare });
				return { where };
			},
		}),
		/** Screens are notified. */
		execute: async () => ({ rows: [] }),
	} as unknown as Db;
	const syncCustomer = vi.fn(async (_tx: Tx, customer: BillingCustomer): Promise<Stripe.Subscription[]> => {
		expect(customer).toEqual({ userId: customer.userId, customerId: state.customerId });
		calls.push("sync");
		return (state.found.length > 1 ? state.found.shift() : state.found[0]) ?? [];
	});
	const writeAnswer = async (_tx: Tx, _customer: BillingCustomer, { id }: { id: string }) =>
		void calls.push(`write ${id}`);
	const open = vi.fn(async (_order: object) => "the checkout page");
	const attachVat = vi.fn(async (..._args: unknown[]) => {});
	const tellId = (name: string) => async (live: Stripe.Subscription) => {
		calls.push(`${name} ${live.id}`);
		return `${name} of ${live.id}`;
	};
	const log = pino({ level: "warn" }, { write: (line: string) => void calls.push(JSON.parse(line).msg) });
	const service = createSubscriptionsService({
		deadlines: DEADLINES,
		db,
		config: { http: { publicOrigin: "" } } as Config,
		stripe: fakeStripe({ "invoices.createPreview": () => PREVIEW }).stripe,
		now: () => new Date(),
		log,
		lock: { hold: (_userId, work) => work(db as unknown as Tx) } as BillingLock,
		sync: { syncCustomer, writeAnswer },
		prices: { priceOf: async () => ({ id: "price_wanted" }) } as unknown as PlanPrices,
		customers: { ensure: async () => "cus_1", attachVat } as unknown as StripeCustomers,
		checkout: { open } as unknown as Checkout,
		pages: { paymentPage: tellId("payment") } as unknown as StripePages,
		planChange: {
			changeNow: tellId("change"),
			cancel: async (live: Stripe.Subscription) => ({ id: await tellId("cancel")(live) }),
			keepGoing: async (live: Stripe.Subscription) => ({ id: await tellId("keep")(live) }),
		} as unknown as PlanChange,
		openInvoices: {
			end: async (live: Stripe.Subscription) => {
				if (!isOwing(live)) return false;
				calls.push(`end ${live.id}`);
				return !state.isPaidMeanwhile;
			},
		},
		details: { sentToStripe: async () => {} } as unknown as DetailsCache,
	});
	return { service, state, calls, open, attachVat, syncCustomer };
}

describe("which subscription a button acts on", () => {
	it.each([
		[
			"one that pays before a newer one that is stuck",
			[atStripe("sub_new", "past_due"), atStripe("sub_old", "active")],
			"sub_old",
		],
		["one that pays before a newer trial", [atStripe("sub_new", "trialing"), atStripe("sub_old", "active")], "sub_old"],
		["the newest of those that pay", [atStripe("sub_new", "active"), atStripe("sub_old", "active")], "sub_new"],
		["none that has ended", [atStripe("sub_new", "canceled"), atStripe("sub_old", "active")], "sub_old"],
		[
			"of those that pay the highest plan, before a newer one",
			[atStripe("sub_new", "active"), atStripe("sub_old", "active", "basic_monthly")],
			"sub_old",
		],
	])("%s", async (_case, found, id) => {
		const { service, state, calls } = rig();
		state.found = [found];
		await service.cancel("ada");
		await service.reactivate("ada");
		// Our rows are made Stripe's before, and its answer is written after.
		const isWritten = [`write cancel of ${id}`, `write keep of ${id}`];
		expect(calls).toEqual(["sync", `cancel ${id}`, isWritten[0], "sync", `keep ${id}`, isWritten[1]]);
		expect(await service.subscribe("ada", AGREED)).toBe(`change of ${id}`);
	});

	it.each([
		[
			"one that is stuck before a newer one whose first payment is",
			[atStripe("sub_new", "incomplete"), atStripe("sub_old", "past_due")],
		],
		["none that has ended", [atStripe("sub_new", "canceled"), atStripe("sub_old", "unpaid")]],
	])("P261: %s, which ends at once", async (_case, found) => {
		const { service, state, calls } = rig();
		state.found = [found];
		expect(await service.cancel("ada")).toMatchObject({ hasEnded: true });
		expect(calls).toEqual(["sync", "end sub_old", "sync"]);
		await expect(service.subscribe("ada", WANTED)).rejects.toMatchObject({ kind: "payment_owed" });
	});

	it("P261: cancels with its period what was paid in the moment in which it was to end", async () => {
		const { service, state, calls } = rig();
		state.found = [[atStripe("sub_1", "past_due")], [atStripe("sub_1", "active")]];
		state.isPaidMeanwhile = true;
		expect(await service.cancel("ada")).toMatchObject({ hasEnded: false });
		expect(calls).toEqual(["sync", "end sub_1", "sync", "cancel sub_1", "write cancel of sub_1"]);
	});

	it.each([
		["no subscription", [], "not_found", "No active subscription"],
		["one whose first payment is stuck", [atStripe("sub_1", "incomplete")], "not_found", "No active subscription"],
		["one that never began", [atStripe("sub_1", "incomplete_expired")], "not_found", "No active subscription"],
		["one that has ended", [atStripe("sub_1", "canceled")], "conflict", "This subscription has already ended"],
	])("%s cannot be changed", async (_case, found, kind, message) => {
		const { service, state, calls } = rig();
		state.found = [found];
		await expect(service.cancel("ada")).rejects.toMatchObject({ kind, message });
		expect(calls).toEqual(["sync"]);
	});

	it("somebody who never was at a checkout has none, and Stripe need not be asked", async () => {
		const { service, state, calls } = rig();
		state.customerId = null;
		await expect(service.cancel("ada")).rejects.toMatchObject({ kind: "not_found", message: "No active subscription" });
		expect(calls).toEqual([]);
	});

	it("one that vanished while it was changed is none", async () => {
		const { service, state } = rig();
		state.found = [[atStripe("sub_1", "active")]];
		state.rows = [];
		await expect(service.cancel("ada")).rejects.toMatchObject({ kind: "not_found", message: "No active subscription" });
	});

	it("an account that was deleted meanwhile is signed out", async () => {
		const { service, state } = rig();
		state.hasUser = false;
		await expect(service.cancel("ada")).rejects.toMatchObject({ kind: "unauthenticated", message: "Unauthorized" });
	});
});

describe("where a plan's button leads", () => {
	it.each([
		["a newcomer", [], "the checkout page"],
		["one whose first payment is stuck", [atStripe("sub_1", "incomplete")], "the checkout page"],
		["a subscriber of another plan", [atStripe("sub_1", "active")], "change of sub_1"],
		["one whose renewal of this plan failed", [atStripe("sub_1", "past_due", "pro_monthly")], "payment of sub_1"],
		["one whose renewal of this plan was given up", [atStripe("sub_1", "unpaid", "pro_monthly")], "payment of sub_1"],
	])("%s", async (_case, found, page) => {
		const { service, state } = rig();
		state.found = [found];
		expect(await service.subscribe("ada", AGREED)).toBe(page);
	});

	it("to the page of exactly this plan, for this person's customer, who has their VAT number by then", async () => {
		const { service, open, attachVat } = rig();
		const vatInfo = { countryCode: "PT", vatNumber: "501964843" };
		await service.subscribe("ada", { ...WANTED, vatInfo });
		expect(attachVat).toHaveBeenCalledExactlyOnceWith("cus_1", expect.objectContaining({ id: "ada" }), vatInfo);
		const offer = { planId: "pro", isAnnual: false };
		expect(open).toHaveBeenCalledExactlyOnceWith({
			userId: "ada",
			customerId: "cus_1",
			offer,
			price: { id: "price_wanted" },
		});
	});

	it("nowhere, when the page could not be opened", async () => {
		const { service, open, state } = rig();
		open.mockRejectedValue(new Error("no page"));
		state.found = [[], [atStripe("sub_1", "active")]];
		await expect(service.subscribe("ada", WANTED)).rejects.toThrow("no page");
	});

	it("to the change of a plan that was paid on an older page in this moment", async () => {
		const { service, state, open } = rig();
		open.mockRejectedValue(new PaidMeanwhileError());
		state.found = [[], [atStripe("sub_1", "active")]];
		expect(await service.subscribe("ada", AGREED)).toBe("change of sub_1");
		state.found = [[]];
		await expect(service.subscribe("ada", WANTED)).rejects.toThrow(PaidMeanwhileError);
	});
});

describe("a click that is made twice", () => {
	it("is one while it is under way, for this person and this plan alone", async () => {
		const { service, open } = rig();
		const same = [service.subscribe("ada", WANTED), service.subscribe("ada", { ...WANTED })];
		const others = [
			service.subscribe("grace", WANTED),
			service.subscribe("ada", { ...WANTED, isAnnual: true }),
			service.subscribe("ada", { ...WANTED, planId: "basic" }),
		];
		expect(await Promise.all(same)).toEqual(["the checkout page", "the checkout page"]);
		await Promise.all(others);
		expect(open).toHaveBeenCalledTimes(4);
	});

	it("is made anew once it was answered, whatever the answer", async () => {
		const { service, open } = rig();
		open.mockRejectedValueOnce(new Error("no page"));
		const both = [service.subscribe("ada", WANTED), service.subscribe("ada", WANTED)];
		expect(await Promise.allSettled(both)).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
		expect(open).toHaveBeenCalledTimes(1);
		expect(await service.subscribe("ada", WANTED)).toBe("the checkout page");
		expect(await service.subscribe("ada", WANTED)).toBe("the checkout page");
		expect(open).toHaveBeenCalledTimes(3);
	});
});

describe("what is shown of a subscription", () => {
	const over = { cancelAtPeriodEnd: true, currentPeriodEnd: new Date("2026-03-05T11:59:59Z") };

	it.each([
		["none", [], false, null, "none"],
		["a valid one", [ourRow("active")], true, "active", "active"],
		["one whose renewal failed", [ourRow("past_due")], false, "past_due", "owing"],
		["a trial", [ourRow("trialing")], false, "trialing", "trialing"],
		["one that has ended", [ourRow("canceled")], false, null, "none"],
		["one whose first payment is stuck", [ourRow("incomplete")], false, null, "none"],
	])("%s", async (_case, rows, active, status, standing) => {
		const { service, state, calls } = rig();
		state.rows = rows;
		const view = await service.clientView("ada", { isAfterPayment: false });
		expect([view.active, view.subscription?.status ?? null, view.standing]).toEqual([active, status, standing]);
		expect((await service.activeFor("ada"))?.status ?? null).toBe(active ? status : null);
		expect(calls).toEqual([]);
	});

	it.each([
		["canceled", over, false, "ending"],
		["renewed", { currentPeriodEnd: over.currentPeriodEnd }, true, "active"],
	])("P570: Stripe is asked about a period that is over by our clock, and is to be %s", async (_how, row, ...said) => {
		const { service, state, calls } = rig();
		state.rows = [ourRow("active", row)];
		const view = await service.clientView("ada", { isAfterPayment: false });
		expect([view.active, view.standing]).toEqual(said);
		expect(calls).toEqual(["sync"]);
	});

	it.each([
		["past_due", true],
		["unpaid", true],
		["active", false],
		["canceled", false],
		["incomplete", false],
	] as const)("P132: of one that is %s, that a payment failed: %s", async (status, isSaid) => {
		const { service, state } = rig();
		state.rows = [ourRow(status)];
		expect((await service.clientView("ada", { isAfterPayment: false })).paymentFailed).toBe(isSaid);
	});

	it.each([
		["after a payment", { isAfterPayment: true, hasAttempt: false, rows: [ourRow("active")], isAsked: true }],
		["a while after a checkout page was opened", { isAfterPayment: false, hasAttempt: true, rows: [], isAsked: true }],
		[
			"and not for one that is valid",
			{ isAfterPayment: false, hasAttempt: true, rows: [ourRow("active")], isAsked: false },
		],
	])("is asked of Stripe %s", async (_case, { isAfterPayment, hasAttempt, rows, isAsked }) => {
		const { service, state, calls } = rig();
		Object.assign(state, { hasAttempt, rows });
		await service.clientView("ada", { isAfterPayment });
		expect(calls).toEqual(isAsked ? ["sync"] : []);
	});

	it("is not asked for somebody without a customer, nor twice within three seconds for one person", async () => {
		const { service, state, calls } = rig();
		const ask = (userId: string) => service.clientView(userId, { isAfterPayment: true });
		state.customerId = null;
		await ask("nobody");
		state.customerId = "cus_1";
		await ask("ada");
		await vi.advanceTimersByTimeAsync(2_999);
		await ask("ada");
		expect(calls).toEqual(["sync"]);
		await ask("grace");
		expect(calls).toEqual(["sync", "sync"]);
		await vi.advanceTimersByTimeAsync(1);
		await ask("ada");
		await ask("grace");
		expect(calls).toEqual(["sync", "sync", "sync"]);
	});

	it.each([
		["eight seconds after a return from its page", { isAfterPayment: true, waitMs: 8_000 }],
		["two seconds while the user may have paid", { isAfterPayment: false, waitMs: 2_000 }],
	])("is what we know when Stripe doesn't answer within %s", async (_case, { isAfterPayment, waitMs }) => {
		const { service, state, syncCustomer } = rig();
		Object.assign(state, { hasAttempt: true, rows: [] });
		syncCustomer.mockImplementationOnce(() => new Promise(() => {}));
		let isAnswered = false;
		const view = service.clientView("ada", { isAfterPayment }).then(({ active }) => {
			isAnswered = true;
			return active;
		});
		await vi.advanceTimersByTimeAsync(waitMs - 1);
		expect(isAnswered).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		expect(await view).toBe(false);
	});
});
