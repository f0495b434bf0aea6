import { describe, expect, it } from "vitest";
import type { CardTarget } from "./card-targets.ts";
import type { Delivery } from "./delivery.ts";
import { FETCHERS } from "./fetchers.ts";
import { receiptsNotice, receiptsOf, versionsText } from "./receipts.ts";

const NOW = new Date("2026-03-05T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

function fetched(platform: string, version: number, changes: Partial<Delivery> = {}): Delivery {
	return { platform, version, kind: "page", firstAt: minutesAgo(9_000), lastAt: minutesAgo(12), ...changes };
}

type Target = { version: number; hasOwnImage: boolean };
/** What all targets are given, and what these are. */
function targetsWith(all: Target, changes: Partial<Record<CardTarget, Target>> = {}) {
	return { meta: all, whatsapp: all, x: all, linkedin: all, discord: all, others: all, ...changes };
}
const told = (deliveries: Delivery[], { version = 3, hasOwnImage = true } = {}) => ({
	deliveries,
	targets: targetsWith({ version, hasOwnImage }),
});
const lines = (deliveries: Delivery[], hasOwnImage = true) =>
	receiptsOf(told(deliveries, { hasOwnImage }), NOW).map(({ text }) => text);

describe("what is told of where a card has arrived", () => {
	it("names version, picture and time; what is older; and never", () => {
		const texts = lines([
			fetched("linkedin", 3, { lastAt: minutesAgo(13) }),
			fetched("linkedin", 3, { kind: "picture" }),
			fetched("linkedin", 1),
			fetched("facebook", 2),
			fetched("skype", 3, { lastAt: minutesAgo(130) }),
			fetched("the-lounge", 3, { lastAt: minutesAgo(0.5), kind: "picture" }),
		]);
		expect(texts).toContain("Previewed on LinkedIn 12 minutes ago, with the image");
		expect(texts).toContain("Facebook still has version 2");
		expect(texts).toContain("X: never");
		expect(texts).toContain("Previewed on Teams 2 hours ago; it hasn't loaded the image");
		expect(texts.at(-1)).toBe("Previewed on The Lounge just now, with the image");
		expect(texts).toHaveLength(FETCHERS.length + 1);
	});

	it("says of each whether the card that it has is the present one", () => {
		const deliveries = [fetched("linkedin", 3), fetched("facebook", 2)];
		const receipts = receiptsOf(told(deliveries), NOW);
		const stateOf = (name: string) => receipts.find(({ fetcher }) => fetcher.name === name)?.state;
		expect(["LinkedIn", "Facebook", "X"].map(stateOf)).toEqual(["present", "older", "never"]);
	});

	it("counts the latest fetch of the newest version alone, its picture too", () => {
		const older = { kind: "picture", lastAt: minutesAgo(1) } as const;
		const newest = [30, 20, 40].map((ago) => fetched("linkedin", 3, { lastAt: minutesAgo(ago) }));
		expect(lines([fetched("linkedin", 2, older), ...newest])).toContain(
			"Previewed on LinkedIn 20 minutes ago; it hasn't loaded the image",
		);
	});

	it("says a day as a number, and lists whoever nobody asks for in order of the alphabet", () => {
		const texts = lines(
			[fetched("zulip", 3), fetched("line", 3), fetched("x", 3, { lastAt: minutesAgo(1_440) })],
			false,
		);
		expect(texts).toContain("Previewed on X 1 day ago");
		expect(texts.slice(-2)).toEqual(["Previewed on LINE 12 minutes ago", "Previewed on Zulip 12 minutes ago"]);
	});

	it("misses no picture where there is none of ours", () => {
		expect(lines([fetched("x", 3, { lastAt: minutesAgo(3_000) })], false)).toContain("Previewed on X 2 days ago");
	});

	it("P138: tells of a fetch between two answers, and of nothing else", () => {
		const before = told([fetched("linkedin", 2)], { version: 2, hasOwnImage: false });
		const later = new Date(NOW.getTime() + 120_000);
		expect(receiptsNotice(before, { ...told(before.deliveries), deliveries: before.deliveries }, later)).toEqual([]);
		// A fetcher that is heard of for the first time, and has no card of ours.
		const named = { ...before, deliveries: [...before.deliveries, fetched("zulip", 0)] };
		expect(receiptsNotice(before, named, later)).toEqual([]);
		const after = { ...before, deliveries: [...before.deliveries, fetched("x", 2)] };
		expect(receiptsNotice(before, after, later)).toEqual(["Previewed on X 14 minutes ago"]);
	});

	it("P292: judges each platform by the version and the picture of the card that it is given", () => {
		const targets = targetsWith(
			{ version: 2, hasOwnImage: false },
			{ x: { version: 3, hasOwnImage: false }, whatsapp: { version: 2, hasOwnImage: true } },
		);
		const deliveries = ["x", "whatsapp", "facebook", "zulip"].map((platform) => fetched(platform, 2));
		const texts = receiptsOf({ deliveries, targets }, NOW).map(({ text }) => text);
		expect(texts).toContain("X still has version 2");
		expect(texts).toContain("Previewed on WhatsApp 12 minutes ago; it hasn't loaded the image");
		expect(texts).toContain("Previewed on Facebook 12 minutes ago");
		expect(texts.at(-1)).toBe("Previewed on Zulip 12 minutes ago");
		expect(versionsText({ targets })).toBe(
			"The card is at version 3 for X, at version 2 for Meta, WhatsApp, LinkedIn, Discord, and everyone else.",
		);
		expect(versionsText(told([]))).toBe("The card is at version 3.");
	});

	it("P293: says nothing of an image that Discord may have loaded under another name, and says it of one that it has", () => {
		expect(lines([fetched("discord", 3)])).toContain("Previewed on Discord 12 minutes ago");
		expect(lines([fetched("discord", 3), fetched("discord", 3, { kind: "picture" })])).toContain(
			"Previewed on Discord 12 minutes ago, with the image",
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
