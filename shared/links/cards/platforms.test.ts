import { describe, expect, it } from "vitest";
import { DRAWN_APPS } from "../../public/platforms/drawn-apps.ts";
import { CARD_TARGETS } from "./card-targets.ts";
import { cardWarnings, drawnCard } from "./drawn-card.ts";
import { CARD_PLATFORMS, type CardPlatform, staleRows } from "./platforms.ts";
import { imageShapeOf } from "./target-image.ts";

const IMAGE = { width: 1200, height: 630 };
const SHORT = { title: "Summer", description: "Sun.", image: IMAGE };

function row(id: string): CardPlatform {
	const found = CARD_PLATFORMS.find((each) => each.id === id);
	if (!found) throw new Error(`No platform ${id}`);
	return found;
}

describe("the table of platforms", () => {
	it("has been compared with its sources within twelve months", () => {
		expect(staleRows(new Date())).toEqual([]);
	});

	it.each(CARD_PLATFORMS)("names $id a year after its check", ({ id, checked }) => {
		const due = new Date(checked);
		due.setUTCFullYear(due.getUTCFullYear() + 1);
		expect(staleRows(due)).not.toContain(id);
		expect(staleRows(new Date(due.getTime() + 86_400_000))).toContain(id);
	});

	it("has as many as are claimed where the table is not loaded", () => {
		expect(CARD_PLATFORMS).toHaveLength(DRAWN_APPS);
	});

	it("has each once, with its source", () => {
		expect(new Set(CARD_PLATFORMS.map(({ id }) => id)).size).toBe(DRAWN_APPS);
		for (const { source, isOwnWord } of CARD_PLATFORMS) {
			expect(source.name).not.toBe("");
			if (isOwnWord) expect(source.url).toMatch(/^https:/);
		}
	});

	it("has texts that can be read on their cards, light and dark", () => {
		for (const platform of CARD_PLATFORMS)
			for (const { card, ink, muted, link } of [platform.light, platform.dark])
				for (const text of [ink, muted, link]) {
					expect([platform.id, text, contrast(text, card) >= 4.5]).toEqual([platform.id, text, true]);
				}
	});
});

it("a target's own picture is a square where the table draws nothing else (P203)", () => {
	expect(CARD_TARGETS.filter((target) => imageShapeOf(target) === "square")).toEqual(["linkedin"]);
});

describe("what a platform draws", () => {
	it("shows the large card for a picture of ours, where there is one", () => {
		const small = CARD_PLATFORMS.filter((each) => !drawnCard(each, SHORT).isLarge).map(({ id }) => id);
		expect(small).toEqual(["messenger", "linkedin", "teams", "reddit"]);
	});

	it("shows Discord's card with a button whole, and a button nowhere else (P204)", () => {
		const content = { ...SHORT, title: "ж".repeat(60), button: "Book" };
		expect(drawnCard(row("discord"), content)).toMatchObject({ button: "Book", title: { isCut: false } });
		expect(drawnCard(row("discord"), { ...content, button: null })).toMatchObject({
			button: null,
			title: { isCut: true },
		});
		expect(CARD_PLATFORMS.filter((each) => drawnCard(each, content).button !== null)).toEqual([row("discord")]);
	});

	it("shows four lines of the description on Bluesky without a picture, two with one", () => {
		const lines = (image: typeof IMAGE | null) => drawnCard(row("bluesky"), { ...SHORT, image }).shape.description;
		expect([lines(IMAGE)?.lines, lines(null)?.lines]).toEqual([2, 4]);
	});
});

describe("warnings", () => {
	it("name the cut", () => {
		const title = `Summer sale in the Algarve ${"ж".repeat(30)}`;
		expect(cardWarnings(row("discord"), { ...SHORT, title })).toEqual([
			`Discord will cut this to "Summer sale in the Algarve ${"ж".repeat(21)}…"`,
		]);
		expect(cardWarnings(row("discord"), SHORT)).toEqual([]);
		const description = `${"Sun, ".repeat(80)}`;
		const [end] = cardWarnings(row("discord"), { ...SHORT, description });
		expect(end).toBe(`Discord will cut this to "…${"Sun, ".repeat(12).trim()}…"`);
	});

	it.each([
		["linkedin", IMAGE, "LinkedIn shows a small square: the center of your image"],
		["messenger", IMAGE, "Messenger shows a small square: the center of your image"],
		["reddit", IMAGE, "Reddit shows a small image: the center of your image"],
		["whatsapp", { width: 299, height: 200 }, "WhatsApp needs at least 300 px"],
		["whatsapp", { width: 1300, height: 300 }, "WhatsApp takes images up to 4:1; a wider one is shown small"],
		["facebook", { width: 599, height: 315 }, "Facebook needs at least 600 x 315 px"],
		["mastodon", { width: 600, height: 600 }, "Mastodon shows a small image because yours isn't landscape"],
	])("%s, a picture of %o", (id, image, warning) => {
		expect(cardWarnings(row(id), { ...SHORT, image })).toEqual([warning]);
	});

	it("say nothing of a picture that has the shape in which it is drawn", () => {
		for (const id of ["linkedin", "messenger", "teams"]) {
			expect(cardWarnings(row(id), { ...SHORT, image: { width: 630, height: 630 } })).toEqual([]);
		}
	});

	it("say nothing of a picture that is not there", () => {
		for (const platform of CARD_PLATFORMS) expect(cardWarnings(platform, { ...SHORT, image: null })).toEqual([]);
	});
});

/** As WCAG 2 computes it. */
function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
	const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
