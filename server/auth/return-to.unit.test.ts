import { expect, it } from "vitest";
import { safeReturnTo } from "./return-to.ts";

const ORIGIN = "https://visualink.example";

it.each([
	["/admin", "/admin"],
	["/admin/link/new?a=b#c", "/admin/link/new?a=b#c"],
	["/a/../pricing", "/pricing"],
	[`/${"a".repeat(511)}`, `/${"a".repeat(511)}`],
])("keeps %s", (value, expected) => {
	expect(safeReturnTo(value, ORIGIN)).toBe(expected);
});

it.each([
	undefined,
	["/admin"],
	"admin",
	"https://evil.example/",
	"//",
	"//evil.example",
	"///evil.example",
	"/\\evil.example",
	"/\t/evil.example",
	"\\/evil.example",
	"/..//evil.example",
	"/.//evil.example",
	"/a/..//evil.example",
	"javascript:alert(1)",
	" /admin",
	"/api/auth/logout",
	`/${"a".repeat(512)}`,
])("refuses %j", (value) => {
	expect(safeReturnTo(value, ORIGIN)).toBeNull();
});
