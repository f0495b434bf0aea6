import { expect, it } from "vitest";
import { addDays, daysIn, utcDay } from "./days.ts";

it("names the day of UTC", () => {
	expect(utcDay(Date.UTC(2026, 1, 28, 23, 59, 59, 999))).toBe("2026-02-28");
	expect(utcDay(Date.UTC(2026, 2, 1))).toBe("2026-03-01");
});

it("goes over the ends of months and years, and back", () => {
	expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
	expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
	expect(addDays("2026-05-05", 0)).toBe("2026-05-05");
});

it("counts the days of a span with its first and its last", () => {
	expect(daysIn({ from: "2026-03-01", to: "2026-03-01" })).toBe(1);
	expect(daysIn({ from: "2024-02-28", to: "2024-03-01" })).toBe(3);
	expect(daysIn({ from: "2026-01-01", to: "2026-12-31" })).toBe(365);
});
