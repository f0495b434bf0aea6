import { expect, it } from "vitest";
import { accountDeletion, confirmsDeletion } from "./account-deletion.ts";

it.each([
	["ada", true],
	["  Ada\t", true],
	["\u200bada\u2069", true],
	["ad", false],
	["ada lovelace", false],
	["", false],
])("%j confirms the deletion of ada's account: %s", (typed, expected) => {
	expect(confirmsDeletion(typed, "ada")).toBe(expected);
});

it.each([
	[{ confirm: "ada" }, "ok"],
	[{ confirm: "" }, "ok"],
	[{ confirm: "a".repeat(100) }, "ok"],
	[{ confirm: "a".repeat(101) }, "Type your user name to confirm"],
	[{ confirm: 1 }, "Type your user name to confirm"],
	[{}, "Type your user name to confirm"],
])("the body %j is %s", (body, expected) => {
	expect(accountDeletion.safeParse(body).error?.issues[0]?.message ?? "ok").toBe(expected);
});
