import { expect, test } from "vitest";
import { restAfter } from "./aggregate-pace.ts";

test("folding leaves the machine to visitors, and hurries once new views wait", () => {
	const rests = [0, 7_999, 8_000, 19_999, 20_000, 600_000].map((behindMs) => restAfter({ behindMs, isFast: false }));
	expect(rests).toEqual([6, 6, 1, 1, 0.25, 0.25]);
	const fast = [0, 20_000, 599_999, 600_000].map((behindMs) => restAfter({ behindMs, isFast: true }));
	expect(fast, "while visitors come fast, only what is ten minutes late hurries").toEqual([6, 6, 6, 0.25]);
});
