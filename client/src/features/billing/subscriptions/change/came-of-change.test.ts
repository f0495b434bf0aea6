import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "#client/lib/api-client.ts";
import type { PaidPlan } from "#shared/billing/subscriptions/change-effect.ts";
import type { ActiveSubscription, ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { cameOf, checkAgain, mayBeDone, type SubscriptionChange } from "./came-of-change.ts";

const END = "2027-03-05T12:00:00.000Z";
const PRO: ClientSubscription = {
	...{ planId: "pro", status: "active", isAnnual: false, plan: { name: "Pro" }, currentPeriodEnd: END },
	...{ cancelAtPeriodEnd: false, endsAt: null, plannedChange: null, droppedChange: null, perPeriod: 1999 },
	...{ resumesAt: null, chargeDue: null },
};
const ENDING = { ...PRO, cancelAtPeriodEnd: true, endsAt: END };
const PLANNED = { ...PRO, plannedChange: { planId: "basic", plan: { name: "Basic" }, isAnnual: false, at: END } };
const BASIC = { planId: "basic", plan: { name: "Basic" }, isAnnual: false, perPeriod: 999 };
const SECOND = [{ ...BASIC, since: "2027-02-05T12:00:00.000Z", paymentFailed: false }];

function activeWith(subscription: ClientSubscription | null, alsoPaying: ActiveSubscription["alsoPaying"] = []) {
	const standing = subscription ? ("active" as const) : ("none" as const);
	return {
		active: subscription !== null,
		standing,
		subscription,
		alsoPaying,
		paymentFailed: false,
		openInvoices: null,
	};
}

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** A server whose answer is verified, or its status, in this order; the last one stays. */
function server(verified: (boolean | number)[], active: ActiveSubscription = activeWith(PRO)) {
	let asked = 0;
	vi.stubGlobal("fetch", async (path: string) => {
		expect(path).toMatch(/\?session_id=$/);
		const answer = verified[Math.min(asked++, verified.length - 1)];
		const isStatus = typeof answer === "number";
		return isStatus ? new Response("", { status: answer }) : Response.json({ ...active, verified: answer });
	});
	return () => asked;
}

it.each<[SubscriptionChange | PaidPlan, string, ActiveSubscription, boolean]>([
	["cancel", "ends", activeWith(ENDING), true],
	["cancel", "has ended", activeWith(null), true],
	["cancel", "runs on", activeWith(PRO), false],
	["reactivate", "runs on", activeWith(PRO), true],
	["reactivate", "ends", activeWith(ENDING), false],
	["reactivate", "has ended", activeWith(null), false],
	["keepPlan", "has no change planned", activeWith(PRO), true],
	["keepPlan", "has one", activeWith(PLANNED), false],
	["cancelAlsoPaying", "is the only one", activeWith(PRO), true],
	["cancelAlsoPaying", "is not", activeWith(PRO, SECOND), false],
	[{ planId: "pro", isAnnual: false }, "is that plan", activeWith(PRO), true],
	[{ planId: "pro", isAnnual: true }, "is that plan at another interval", activeWith(PRO), false],
	[{ planId: "basic", isAnnual: false }, "has that plan planned", activeWith(PLANNED), true],
	[{ planId: "basic", isAnnual: false }, "has ended", activeWith(null), false],
])("%s, and the subscription %s", async (change, _how, active, isDone) => {
	server([true], active);
	expect(await cameOf(change)).toMatchObject({ active, isDone });
});

it("asks once, and again only when checked again, also after a server that couldn't be reached (P266)", async () => {
	vi.useFakeTimers();
	const asked = server([false, 502, false, true], activeWith(ENDING));
	const outcome = cameOf("cancel");
	await vi.advanceTimersByTimeAsync(3_600_000);
	expect(asked()).toBe(1);
	for (const _time of [1, 2, 3]) await checkAgain();
	expect((await outcome).isDone).toBe(true);
	await checkAgain();
	expect(asked()).toBe(4);
});

it("is not asked for a user who is signed out", async () => {
	const asked = server([401]);
	await expect(cameOf("cancel")).rejects.toThrow(ApiError);
	await checkAgain();
	expect(asked()).toBe(1);
});

it.each([
	[new ApiError(502, "away"), true],
	[new ApiError(500, "broken"), true],
	[new TypeError("Failed to fetch"), true],
	[new ApiError(409, "ended"), false],
	[new ApiError(401, ""), false],
	[new Error("ours"), false],
])("after %s it may be done: %s", (error, wanted) => {
	expect(mayBeDone(error)).toBe(wanted);
});
