import Stripe from "stripe";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { refusal } from "#server/testing/billing/fake-stripe.ts";
import { isMissing, reachStripe } from "./reach-stripe.ts";
import { createRefusalAlert } from "./refusal-alert.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const AWAY = {
	kind: "upstream",
	message: "The payment service does not answer right now. Please try again in a moment.",
};

it("what Stripe answers is what a click gets", async () => {
	expect(await reachStripe(async () => "a page")).toBe("a page");
	expect(vi.getTimerCount()).toBe(0);
});

it.each([
	["is away", new Stripe.errors.StripeConnectionError({ message: "away", type: "api_error" })],
	["refuses", refusal()],
])("a Stripe that %s is said, with the cause for the log", async (_case, cause) => {
	await expect(reachStripe(() => Promise.reject(cause))).rejects.toMatchObject({ ...AWAY, cause });
	expect(vi.getTimerCount()).toBe(0);
});

it("an error that is not Stripe's stays what it is", async () => {
	await expect(reachStripe(() => Promise.reject(new RangeError("ours")))).rejects.toThrow(RangeError);
});

it("nobody waits for longer than nine seconds", async () => {
	const outcomes: unknown[] = [];
	reachStripe(() => new Promise(() => {})).catch((error) => outcomes.push(error));
	await vi.advanceTimersByTimeAsync(8_999);
	expect(outcomes).toEqual([]);
	await vi.advanceTimersByTimeAsync(1);
	expect(outcomes).toMatchObject([{ ...AWAY, cause: { message: "No answer within the time of a click" } }]);
});

it.each([
	[refusal("resource_missing"), true],
	[refusal("other"), false],
	[refusal(), false],
	[Object.assign(new Error("not Stripe's"), { code: "resource_missing" }), false],
	[null, false],
])("%s says that something is not there: %s", (error, isIt) => expect(isMissing(error)).toBe(isIt));

it("refused webhooks alert at the fifth within a minute, once a minute", () => {
	let at = 0;
	const lines: string[] = [];
	const log = createLog({ logLevel: "warn" }, { write: (line) => void lines.push(line) });
	const alert = createRefusalAlert({ now: () => at, log });
	const alertsAfter = (refusals: number, laterMs = 0) => {
		at += laterMs;
		for (let n = 0; n < refusals; n++) alert.count();
		return lines.length;
	};
	expect(alertsAfter(4)).toBe(0);
	expect(alertsAfter(4, 60_000)).toBe(0);
	expect(alertsAfter(1, 59_999)).toBe(1);
	expect(JSON.parse(lines[0] ?? "")).toMatchObject({ alert: "webhook_signature", level: 50 });
	expect(alertsAfter(20)).toBe(1);
	expect(alertsAfter(1, 59_999)).toBe(1);
	expect(alertsAfter(4, 1)).toBe(2);
});
