import { describe, expect, it } from "vitest";
import { isActive } from "./subscription-status.ts";

const end = "2026-03-05T12:00:00.000Z";
const at = (offsetMs: number) => new Date(Date.parse(end) + offsetMs);
const NOT_AT_PERIOD_END = { status: "active", cancelAtPeriodEnd: false };

describe("F19: validity around the end of the period", () => {
	it.each([
		["none", null, at(0), false],
		["active", { status: "active", cancelAtPeriodEnd: false }, at(0), true],
		[
			"active, period over, renewal not yet heard of",
			{ status: "active", cancelAtPeriodEnd: false },
			at(86_400_000),
			true,
		],
		["cancelled, 1 ms before the end", { status: "active", cancelAtPeriodEnd: true }, at(-1), true],
		["cancelled, at the end", { status: "active", cancelAtPeriodEnd: true }, at(0), true],
		["cancelled, 1 ms past the end", { status: "active", cancelAtPeriodEnd: true }, at(1), false],
		["trialing", { status: "trialing", cancelAtPeriodEnd: false }, at(0), false],
		["past due", { status: "past_due", cancelAtPeriodEnd: false }, at(0), false],
		["canceled", { status: "canceled", cancelAtPeriodEnd: false }, at(-1), false],
		["given an end further away, period over", { ...NOT_AT_PERIOD_END, cancelAt: at(2_000) }, at(1_000), true],
		["given an end further away, at that", { ...NOT_AT_PERIOD_END, cancelAt: at(2_000) }, at(2_000), true],
		["given an end further away, 1 ms past that", { ...NOT_AT_PERIOD_END, cancelAt: at(2_000) }, at(2_001), false],
	])("%s", (_case, subscription, now, expected) => {
		expect(isActive(subscription && { ...subscription, currentPeriodEnd: end }, now)).toBe(expected);
	});
});
