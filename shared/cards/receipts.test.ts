import { describe, expect, it } from "vitest";
import type { Delivery } from "./delivery.ts";
import { FETCHERS } from "./fetchers.ts";
import { receiptsNews, receiptsOf, shortReceipt } from "./receipts.ts";

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

	it("says of each whether the card that it has is the present one", () => {
		const deliveries = [fetched("linkedin", 3), fetched("facebook", 2)];
		const told = receiptsOf({ version: 3, deliveries }, NOW, false);
		const stateOf = (name: string) => told.find(({ fetcher }) => fetcher.name === name)?.state;
		expect(["LinkedIn", "Facebook", "X"].map(stateOf)).toEqual(["present", "older", "never"]);
	});

	it("counts the latest fetch of the newest version alone, its picture too", () => {
		const older = { kind: "picture", lastAt: minutesAgo(1) } as const;
		const newest = [30, 20, 40].map((ago) => fetched("linkedin", 3, { lastAt: minutesAgo(ago) }));
		expect(lines([fetched("linkedin", 2, older), ...newest])).toContain(
			"LinkedIn took version 3, 20 minutes ago; it has not asked for the picture",
		);
	});

	it("says a day as a number, and lists whoever nobody asks for in order of the alphabet", () => {
		const told = lines(
			[fetched("zulip", 3), fetched("line", 3), fetched("x", 3, { lastAt: minutesAgo(1_440) })],
			false,
		);
		expect(told).toContain("X took version 3, 1 day ago");
		expect(told.slice(-2)).toEqual(["Line took version 3, 12 minutes ago", "Zulip took version 3, 12 minutes ago"]);
	});

	it("misses no picture where there is none of ours", () => {
		expect(lines([fetched("x", 3, { lastAt: minutesAgo(3_000) })], false)).toContain("X took version 3, 2 days ago");
	});

	it("P138: tells of a fetch between two answers, and of nothing else", () => {
		const before = { version: 2, deliveries: [fetched("linkedin", 2)] };
		const later = { now: new Date(NOW.getTime() + 120_000), hasPicture: false };
		expect(receiptsNews(before, { ...before, version: 3 }, later)).toEqual([]);
		// A fetcher that is heard of for the first time, and has no card of ours.
		const named = { version: 2, deliveries: [...before.deliveries, fetched("zulip", 0)] };
		expect(receiptsNews(before, named, later)).toEqual([]);
		const after = { version: 2, deliveries: [...before.deliveries, fetched("x", 2)] };
		expect(receiptsNews(before, after, later)).toEqual(["X took version 2, 14 minutes ago"]);
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
