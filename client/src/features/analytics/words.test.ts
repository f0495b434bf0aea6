import { expect, test } from "vitest";
import { changeOf, longMomentOf, momentOf, wordsFor } from "./words.ts";

test("a change is told in percent, where there was anything before", () => {
	expect([changeOf(12, 10), changeOf(5, 10), changeOf(3, 3), changeOf(0, 4), changeOf(9, 0)]).toEqual([
		...["+20%", "−50%", "±0%", "−100%", null],
	]);
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
	const links = [{ id: 7, title: "Summer", linkSlug: "s", deleted: false }];
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
