import { describe, expect, it } from "vitest";
import { CARD_TARGETS } from "./card-targets.ts";
import { latestDeliveries, linkDeliveries } from "./delivery.ts";

describe("where a card has arrived", () => {
	const page = {
		platform: "whatsapp",
		version: 2,
		kind: "page",
		firstAt: "2027-01-01T00:00:00.000Z",
		lastAt: "2027-01-02T00:00:00.000Z",
	};
	const image = { ...page, kind: "picture" };
	const targets = Object.fromEntries(CARD_TARGETS.map((target) => [target, { version: 3, hasOwnImage: true }]));

	it("is told with the card's present version, and nothing of who asked", () => {
		const answer = { version: 3, targets, views: { total: 3, human: 1, bot: 2 }, deliveries: [page, image] };
		expect(linkDeliveries.parse({ ...answer, deliveries: [{ ...page, ip: "192.0.2.1" }, image] })).toEqual(answer);
		expect(linkDeliveries.safeParse({ deliveries: [] }).success).toBe(false);
	});

	it("is told of each link by its id", () => {
		expect(latestDeliveries.parse([{ ...page, linkId: 7 }])).toEqual([{ ...page, linkId: 7 }]);
		expect(latestDeliveries.safeParse([page]).success).toBe(false);
	});

	it.each([
		["kind", "icon"],
		["kind", ""],
		["version", 1.5],
		["lastAt", "yesterday"],
		["platform", null],
	])("has no %s of %j", (field, value) => {
		const { error } = linkDeliveries.safeParse({
			version: 3,
			targets,
			views: { total: 0, human: 0, bot: 0 },
			deliveries: [{ ...page, [field]: value }],
		});
		expect(error?.issues[0]?.path).toEqual(["deliveries", 0, field]);
	});
});
