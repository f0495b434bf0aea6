import { afterEach, expect, test, vi } from "vitest";
import { fromLocalTime, ownClock, ownZone, toLocalTime } from "./local-time.ts";

afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
});

test.each([
	["UTC", "2026-11-25T09:00", "2026-11-25T09:00:00.000Z"],
	["Europe/Lisbon", "2026-07-01T09:00", "2026-07-01T08:00:00.000Z"],
	["Asia/Kathmandu", "2026-01-01T00:15", "2025-12-31T18:30:00.000Z"],
	["America/St_Johns", "2026-12-31T23:59:30", "2027-01-01T03:29:30.000Z"],
])("in %s, %s is %s, and back", (zone, local, moment) => {
	vi.stubEnv("TZ", zone);
	expect(fromLocalTime(local)).toBe(moment);
	expect(toLocalTime(moment)).toBe(local);
});

test("a time that the clocks skip, or have twice, is still one moment", () => {
	vi.stubEnv("TZ", "Europe/Berlin");
	expect(fromLocalTime("2026-03-29T02:30")).toBe("2026-03-29T01:30:00.000Z");
	expect(toLocalTime("2026-03-29T01:30:00.000Z")).toBe("2026-03-29T03:30");
	expect(fromLocalTime("2026-10-25T02:30")).toBe("2026-10-25T00:30:00.000Z");
});

test("what is no time is none", () => {
	expect(["", "soon"].map(toLocalTime)).toEqual(["", ""]);
	expect(["", "soon"].map(fromLocalTime)).toEqual(["", ""]);
});

/** A browser whose `Intl` says this of its zone. */
function zoneIs(timeZone: string | undefined | Error): void {
	vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(() => {
		if (timeZone instanceof Error) throw timeZone;
		return { timeZone } as Intl.ResolvedDateTimeFormatOptions;
	});
}

test.each<[string | undefined | Error, string, string]>([
	["Europe/Lisbon", "Europe/Lisbon", "Europe/Lisbon"],
	["+03:00", "+03:00", "UTC+03:00"],
	["UTC", "UTC", "UTC"],
	...[
		"Etc/Unknown",
		"Factory",
		"GMT+3",
		"",
		undefined,
		new RangeError("Unsupported time zone specified undefined"),
	].map((zone): [typeof zone, string, string] => [zone, "UTC", "UTC"]),
])("of a browser in %s charts count by %s, and fields for times say %s (P512)", (zone, charts, fields) => {
	vi.stubEnv("TZ", "UTC");
	zoneIs(zone);
	expect(ownZone()).toBe(charts);
	expect(ownClock()).toBe(fields);
});

test("fields for times name the offset that they use where the zone has no name (P512)", () => {
	vi.stubEnv("TZ", "Asia/Kolkata");
	zoneIs("GMT+05:30");
	expect([ownZone(), ownClock()]).toEqual(["UTC", "UTC+05:30"]);
});
