import { describe, expect, it } from "vitest";
import { latestDeliveries, linkDeliveries, pictureTag, readPictureTag } from "./delivery.ts";

describe("the tag of a picture in a card (P138)", () => {
	it("names the link and the version of its card", () => {
		expect(pictureTag(12, 3)).toBe("12.3");
	});

	it.each([
		[1, 1],
		[12, 3],
		[3, 12],
		[90_210, 10],
		[999_999_999, 999_999_999],
	])("is read as it was written: link %i, version %i", (linkId, version) => {
		expect(readPictureTag(pictureTag(linkId, version))).toEqual({ linkId, version });
	});

	it.each<[string, unknown]>([
		["left out", undefined],
		["empty", ""],
		["a link alone", "12"],
		["a link with a dot", "12."],
		["a version alone", ".3"],
		["link 0", "0.3"],
		["version 0", "12.0"],
		["below 0", "-12.3"],
		["a link of ten digits", "1000000000.3"],
		["a version of ten digits", "12.1000000000"],
		["with a zero before it", "012.3"],
		["with a zero before the version", "12.03"],
		["with letters in the link", "1a2.3"],
		["with letters in the version", "12.3a"],
		["of three parts", "12.3.4"],
		["with another sign for the dot", "12,3"],
		["with text before it", "x12.3"],
		["with a newline after it", "12.3\n"],
		["a number", 12.3],
		["given twice, as a query may be", ["12.3", "12.3"]],
		["a list of one", ["12.3"]],
	])("is none where it is %s", (_, tag) => {
		expect(readPictureTag(tag)).toBeNull();
	});
});

describe("where a card has arrived", () => {
	const page = {
		platform: "whatsapp",
		version: 2,
		kind: "page",
		firstAt: "2027-01-01T00:00:00.000Z",
		lastAt: "2027-01-02T00:00:00.000Z",
	};
	const picture = { ...page, kind: "picture" };

	it("is told with the card's present version, and nothing of who asked", () => {
		const answer = { version: 3, deliveries: [page, picture] };
		expect(linkDeliveries.parse({ ...answer, deliveries: [{ ...page, ip: "192.0.2.1" }, picture] })).toEqual(answer);
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
		const { error } = linkDeliveries.safeParse({ version: 3, deliveries: [{ ...page, [field]: value }] });
		expect(error?.issues[0]?.path).toEqual(["deliveries", 0, field]);
	});
});
