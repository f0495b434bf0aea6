import { expect, it } from "vitest";
import { outcomeOf } from "./delivery-outcome.ts";

const answered = (status: number, retryAfter: string) =>
	outcomeOf({ status, headers: { "retry-after": retryAfter }, text: "" }, 0, () => 0.5);
const HOUR_MS = 3_600_000;
const USUAL_MS = 60_000;

it.each([
	["120", 120_000],
	["9".repeat(400), HOUR_MS],
	["Fri, 31 Dec 2090 23:59:59 GMT", HOUR_MS],
	["Friday, 31-Dec-90 23:59:59 GMT", USUAL_MS],
	["0", USUAL_MS],
	["-1", USUAL_MS],
	["1.5", USUAL_MS],
	["soon 2090", USUAL_MS],
	["2090-01-01", USUAL_MS],
	["", USUAL_MS],
])("P663: Retry-After: %s", (retryAfter, pauseMs) => {
	expect(answered(429, retryAfter)).toMatchObject({ state: "waiting", isSuccess: null, pauseMs });
});

it("P663: only redirects are called so", () => {
	expect(answered(308, "").error).toBe("It answered 308: redirects aren't followed");
	expect(answered(304, "").error).toBe("It answered 304");
});
