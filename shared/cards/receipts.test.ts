import { describe, expect, it } from "vitest";
import type { Delivery } from "./delivery.ts";
import { FETCHERS } from "./fetchers.ts";
import { receiptNews, receiptsOf, shortReceipt } from "./receipts.ts";

const NOW = new Date("2026-03-05T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

function fetched(platform: string, version: number, changes: Partial<Delivery> = {}): Delivery {
	return { platform, version, kind: "page", firstAt: minutesAgo(9_000), lastAt: minutesAgo(12), ...changes };
}

const lines = (deliveries: Delivery[], hasPicture = true) =>
	receiptsOf({ version: 3, deliveries }, NOW, hasPicture).map(({ text }) => text);

describe("what is told of where a card has arrived", () => {
	it("names version, picture and time; what is older; and never", () => {
		const told = lines([
			fetched("linkedin", 3, { lastAt: minutesAgo(13) }),
			fetched("linkedin", 3, { kind: "picture" }),
			fetched("linkedin", 1),
			fetched("facebook", 2),
			fetched("skype", 3, { lastAt: minutesAgo(130) }),
			fetched("the-lounge", 3, { lastAt: minutesAgo(0.5), kind: "picture" }),
		]);
		expect(told).toContain("LinkedIn took version 3 with its picture, 12 minutes ago");
		expect(told).toContain("Facebook still has version 2");
		expect(told).toContain("X: never");
		expect(told).toContain("Teams took version 3, 2 hours ago; it has not asked for the picture");
		expect(told.at(-1)).toBe("The-lounge took version 3 with its picture, just now");
		expect(told).toHaveLength(FETCHERS.length + 1);
	});

	it("misses no picture where there is none of ours", () => {
		expect(lines([fetched("x", 3, { lastAt: minutesAgo(3_000) })], false)).toContain("X took version 3, 2 days ago");
	});

	it("is news where a fetcher came, and not because time has passed", () => {
		const look = (deliveries: Delivery[], now = NOW) => receiptsOf({ version: 3, deliveries }, now, true);
		const former = look([fetched("linkedin", 3), fetched("facebook", 2)]);
		const later = new Date(NOW.getTime() + 3_600_000);
		expect(receiptNews(former, look([fetched("linkedin", 3), fetched("facebook", 2)], later))).toBe("");
		const present = look([fetched("linkedin", 3), fetched("facebook", 3), fetched("x", 2)]);
		expect(receiptNews(former, present)).toBe("Facebook took version 3. X still has version 2");
	});

	it("is short in a row", () => {
		expect(shortReceipt(fetched("microsoft", 2, { lastAt: minutesAgo(1) }), NOW)).toBe(
			"Teams took version 2, 1 minute ago",
		);
	});
});

it("the pages that read a card anew are given the exact address", () => {
	const link = "https://visualink.example/go/ada/summer?v=3";
	const pages = FETCHERS.flatMap(({ tool }) => (tool?.takesAddress ? [tool.address(link)] : []));
	const encoded = "https%3A%2F%2Fvisualink.example%2Fgo%2Fada%2Fsummer%3Fv%3D3";
	expect(pages).toEqual([
		`https://developers.facebook.com/tools/debug/?q=${encoded}`,
		`https://www.linkedin.com/post-inspector/inspect/${encoded}`,
	]);
});
