import { expect, test } from "vitest";
import { countableZone, offsetMinutes, offsetOf, zoneName } from "./time-zone.ts";

test.each<[string | null | undefined, string]>([
	["Europe/Lisbon", "Europe/Lisbon"],
	["Etc/GMT+3", "Etc/GMT+3"],
	["UTC", "UTC"],
	["+03:00", "+03:00"],
	["-0930", "-09:30"],
	["+05", "+05:00"],
	[" 05:45", "+05:45"],
	["-00:00", "+00:00"],
	["+23:59", "+23:59"],
	...[undefined, null, "", " ", "Etc/Unknown", "etc/unknown", "Factory", "GMT+3", "GMT+03:00", "UTC+3", "+24:00"].map(
		(zone): [typeof zone, string] => [zone, "UTC"],
	),
	...["+3", "+03:60", "+03:00:00", "03:00", "Mars/Base", "undefined", "\u0000", "x".repeat(10_000)].map(
		(zone): [typeof zone, string] => [zone, "UTC"],
	),
])("charts count %j by %s (P512)", (zone, expected) => {
	expect(countableZone(zone)).toBe(expected);
});

test("a placeholder is no zone even where the runtime takes it for one", () => {
	const all = () => true;
	expect([countableZone("Factory", all), countableZone("Etc/Unknown", all)]).toEqual(["UTC", "UTC"]);
	expect(countableZone("Mars/Base", all)).toBe("Mars/Base");
});

test("an offset is read and written", () => {
	for (const minutes of [0, 1, 59, 60, 345, 840, -1, -570, -1439]) {
		expect(offsetMinutes(offsetOf(minutes))).toBe(minutes);
	}
	expect(zoneName("+03:00")).toBe("UTC+03:00");
	expect(zoneName("Europe/Lisbon")).toBe("Europe/Lisbon");
});
