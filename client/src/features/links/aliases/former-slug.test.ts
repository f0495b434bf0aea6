import { expect, test } from "vitest";
import { formerSlugNote } from "./former-slug.ts";

test.each([
	["new", "sale", [], "The old address keeps working."],
	["SALE", "sale", [], null],
	["", "sale", [], null],
	["new", undefined, [], null],
	["Old", "sale", ["older", "old"], "This is a former address of this link. The old address keeps working."],
])("typed %j over %j with %j: %j", (typed, current, aliases, wanted) => {
	expect(formerSlugNote(typed, { current, aliases })).toBe(wanted);
});
