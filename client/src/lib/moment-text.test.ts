import { expect, it } from "vitest";
import { momentText } from "./moment-text.ts";

it("P176: says the day, too, once it is another one", () => {
	const readAt = new Date(2026, 2, 5, 10, 2);
	const text = (now: Date) => momentText(readAt.toISOString(), now).replace(/\s/g, " ");
	expect(text(new Date(2026, 2, 5, 23, 59))).toBe("10:02 AM");
	expect(text(new Date(2026, 2, 6, 0, 1))).toBe("Mar 5, 10:02 AM");
});
