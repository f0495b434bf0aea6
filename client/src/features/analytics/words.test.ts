import { expect, test } from "vitest";
import type { Range } from "#shared/analytics/chart.ts";
import { sourceName } from "#shared/analytics/source-name.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";
import {
	asOfWords,
	changeOf,
	dayNames,
	daysBetween,
	longMomentOf,
	momentOf,
	RANGE_LABELS,
	RANGE_NAMES,
	wordsFor,
} from "./words.ts";

test("a change is told in percent, where there was anything before", () => {
	expect([
		changeOf(12, 10),
		changeOf(5, 10),
		changeOf(3, 3),
		changeOf(0, 4),
		changeOf(9, 0),
		changeOf(32_733, 100),
	]).toEqual([...["+20%", "−50%", "±0%", "−100%", null, "327×"]]);
});

test("moments are told by the clock of their zone", () => {
	expect(momentOf("2026-11-21T18:15:00Z", "day", "Asia/Kathmandu")).toBe("Nov 22");
	expect(momentOf("2026-11-21T18:15:00Z", "hour", "Asia/Kathmandu")).toBe("12:00 AM");
	// An axis of months begins and ends in other years (P407).
	expect(momentOf("2026-12-31T18:15:00Z", "month", "Asia/Kathmandu")).toBe("Jan 2027");
	// As old browsers would, Node 20 knows no offsets.
	expect(momentOf("2026-11-21T18:15:00Z", "hour", "+05:45")).toBe("12:00 AM");
	expect(longMomentOf("2026-11-21T18:15:00Z", "day", "-09:30")).toBe("Sat, Nov 21, 2026");
	expect(longMomentOf("2026-11-21T18:15:00Z", "month", "UTC")).toBe("November 2026");
});

test("values are told in words", () => {
	const links = [
		{ id: 7, title: "Summer", linkSlug: "s", shortUrl: "https://v.example/go/ada/s", domain: null, deleted: false },
	];
	expect(wordsFor("country", "NP", [])).toBe("Nepal");
	expect(wordsFor("link", "7", links)).toBe("Summer");
	expect(wordsFor("platform", "unsure:no-engine", [])).toBe("Unsure");
	expect(wordsFor("platform", "whatsapp", [])).toBe("WhatsApp");
	expect(wordsFor("platform", "rocketchat", [])).toBe("Rocket.Chat");
	expect(["chatgpt", "x", "qr", "blog.example"].map((value) => wordsFor("source", value, []))).toEqual([
		...["ChatGPT", "X", "QR code", "blog.example"],
	]);
	expect(wordsFor("source", "", [])).toBe("Direct or unknown");
});

test("every platform has the name that its owner writes, as a source and as a bot (P607)", () => {
	for (const { word, name, domains = [] } of PLATFORMS) {
		const counted = [word, ...domains].map(sourceName);
		expect(counted.map((value) => wordsFor("source", value, []))).toEqual(counted.map(() => name));
		expect(wordsFor("platform", word, [])).toBe(name);
	}
});

test("a day is called today where it is that in the chosen zone (P607)", () => {
	const today = "2026-11-22";
	// The same moment begins today in Kathmandu, and is in yesterday by UTC.
	expect(dayNames("2026-11-21T18:15:00Z", "Asia/Kathmandu", today)).toEqual({
		name: "Today",
		longName: "Today, Nov 22",
	});
	expect(dayNames("2026-11-21T18:15:00Z", "+05:45", today).name).toBe("Today");
	expect(dayNames("2026-11-21T18:15:00Z", "UTC", today)).toEqual({ name: "Nov 21", longName: "Sat, Nov 21, 2026" });
	expect(dayNames("2026-11-22", "UTC", today).name).toBe("Today");
	expect(dayNames("2025-11-22", "UTC", today).name).toBe("Nov 22");
});

test("days of UTC are one span", () => {
	const plain = (from: string, to: string) => daysBetween(from, to).replace(/\s/g, " ");
	expect(plain("2026-11-21", "2026-11-27")).toBe("Nov 21 – 27, 2026");
	expect(plain("2026-11-21", "2026-11-21")).toBe("Nov 21, 2026");
	expect(plain("2025-11-28", "2026-11-27")).toBe("Nov 28, 2025 – Nov 27, 2026");
});

test("what a segment shows is in its name, so that it can be spoken (P607)", () => {
	for (const range of Object.keys(RANGE_NAMES) as Range[]) {
		for (const label of RANGE_LABELS[range]) expect(RANGE_NAMES[range]).toContain(label);
	}
});

test("says when late numbers were right, with the day unless that is today (P691)", () => {
	const chart = { asOf: "2026-11-27T11:04:00.000Z", zone: "Europe/Lisbon" };
	expect(asOfWords(chart, new Date("2026-11-27T11:05:00Z"))).toBe("As of 11:04 AM. Newer views will follow.");
	expect(asOfWords({ ...chart, zone: "+02:00" }, new Date("2026-11-28T11:05:00Z"))).toContain("As of Fri, Nov 27");
});
