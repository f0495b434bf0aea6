import { describe, expect, it } from "vitest";
import { CARD_TARGET_NAMES, CARD_TARGETS, cardTargetOf } from "./card-targets.ts";
import { CARD_PLATFORMS } from "./platforms.ts";

describe("the apps that can be given a card of their own (P201)", () => {
	it.each([
		["facebook", "meta"],
		["messenger", "meta"],
		["whatsapp", "whatsapp"],
		["x", "x"],
		["linkedin", "linkedin"],
		["discord", "discord"],
		["telegram", "others"],
		["slack", "others"],
		["", "others"],
		[null, "others"],
	])("what %s fetches is the card of %s", (platform, target) => {
		expect(cardTargetOf(platform)).toBe(target);
	});

	it("each draw a card somewhere", () => {
		const drawn = new Set(CARD_PLATFORMS.map(({ id }) => cardTargetOf(id)));
		expect(drawn).toEqual(new Set(CARD_TARGETS));
	});

	it("are named as their drawings are", () => {
		const alone = CARD_PLATFORMS.filter(({ id }) => cardTargetOf(id) === id);
		expect(alone).toHaveLength(4);
		for (const { id, name } of alone) expect(CARD_TARGET_NAMES[cardTargetOf(id)]).toBe(name);
	});

	it("are named as P201 names them, where several have one card", () => {
		expect([CARD_TARGET_NAMES.meta, CARD_TARGET_NAMES.others]).toEqual(["Meta", "Everyone else"]);
	});
});
