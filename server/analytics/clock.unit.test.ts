import { expect, onTestFinished, test, vi } from "vitest";
import { dateAt, edgesOf, isZone, lastHours, startOf } from "./clock.ts";

test("however many spellings of a zone were asked for, the format of another one is made once", () => {
	const letters = [..."indianapolis"];
	const spelt = (n: number) => letters.map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join("");
	const spellings = Array.from({ length: 600 }, (_, n) => `America/${spelt(n)}`);
	expect(spellings.filter(isZone)).toHaveLength(600);
	const { DateTimeFormat } = Intl;
	let made = 0;
	class Counted extends DateTimeFormat {
		constructor(...options: ConstructorParameters<typeof DateTimeFormat>) {
			super(...options);
			made += 1;
		}
	}
	vi.stubGlobal("Intl", Object.assign(Object.create(Intl), { DateTimeFormat: Counted }));
	onTestFinished(() => void vi.unstubAllGlobals());
	const noon = Date.parse("2026-11-22T12:00:00Z");
	for (let looks = 0; looks < 3; looks++) expect(dateAt(noon, "Pacific/Kiritimati")).toBe("2026-11-23");
	expect(made).toBe(1);
});

const iso = (at: number) => new Date(at).toISOString();

test.each([
	["ahead of UTC", "2026-11-23", "Pacific/Kiritimati", "2026-11-22T10:00:00.000Z"],
	["behind UTC", "2026-11-23", "Pacific/Honolulu", "2026-11-23T10:00:00.000Z"],
	["at an offset ahead of UTC", "2026-11-23", "+03:30", "2026-11-22T20:30:00.000Z"],
	["at an offset behind UTC", "2026-11-23", "-09:30", "2026-11-23T09:30:00.000Z"],
	["a midnight that the clocks leave out", "2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
	["a midnight that comes twice: the first", "2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
])("a date begins %s", (_, date, zone, begins) => {
	expect(iso(startOf(date, zone))).toBe(begins);
	expect(dateAt(Date.parse(begins), zone)).toBe(date);
	expect(dateAt(Date.parse(begins) - 1, zone)).not.toBe(date);
});

test("bars begin where hours, days and months do by the zone's clocks, and end with the last date", () => {
	const [zone, from, to] = ["Europe/Lisbon", "2026-03-28", "2026-03-30"];
	expect(edgesOf({ from, to, zone, unit: "day" }).map(iso)).toEqual([
		"2026-03-28T00:00:00.000Z",
		"2026-03-29T00:00:00.000Z",
		"2026-03-29T23:00:00.000Z",
		"2026-03-30T23:00:00.000Z",
	]);
	// The clocks go forward: 23 hours.
	const hours = edgesOf({ from: "2026-03-29", to: "2026-03-29", zone, unit: "hour" });
	expect(hours).toHaveLength(24);
	expect(hours.slice(-2).map(iso)).toEqual(["2026-03-29T22:00:00.000Z", "2026-03-29T23:00:00.000Z"]);
	expect(edgesOf({ from: "2025-12-15", to: "2026-02-01", zone, unit: "month" }).map(iso)).toEqual([
		"2025-12-15T00:00:00.000Z",
		"2026-01-01T00:00:00.000Z",
		"2026-02-01T00:00:00.000Z",
		"2026-02-02T00:00:00.000Z",
	]);
});

test("the last 24 hours begin on the hour of the zone's clocks, the one under way among them", () => {
	const hours = lastHours(Date.parse("2026-11-22T12:20:00Z"), "Asia/Kathmandu");
	expect(hours).toHaveLength(25);
	expect([hours[0], hours[1], hours[24]].map((at) => iso(at ?? 0))).toEqual([
		"2026-11-21T13:15:00.000Z",
		"2026-11-21T14:15:00.000Z",
		"2026-11-22T13:15:00.000Z",
	]);
});

test("a zone that the runtime doesn't know is none", () => {
	expect(isZone("Europe/Lisbon")).toBe(true);
	expect(isZone("Europe/Nowhere")).toBe(false);
});
