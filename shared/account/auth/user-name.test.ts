import { expect, it } from "vitest";
import { isReservedName, NAME_REQUIRED, NAME_RULE, NAME_TOO_LONG, nameChange } from "./user-name.ts";

it.each([
	["", NAME_REQUIRED],
	[7, NAME_REQUIRED],
	["a".repeat(21), NAME_TOO_LONG],
	["Ada", NAME_RULE],
	["a_b", NAME_RULE],
	["-ada", NAME_RULE],
	["a--b", NAME_RULE],
	["ädä", NAME_RULE],
	["a\u0000", NAME_RULE],
])("the name %j is refused: %s (P326)", (name, message) => {
	expect(nameChange.safeParse({ name }).error?.issues[0]?.message).toBe(message);
});

it.each(["a", "ada-2", "a".repeat(20), "007"])("%s may be a name (P326)", (name) => {
	expect(nameChange.parse({ name })).toEqual({ name });
});

it("names of the product are reserved (P326)", () => {
	expect(["admin", "my-visualink", "go", "ada", "admins"].map(isReservedName)).toEqual([
		true,
		true,
		true,
		false,
		false,
	]);
});
