import { expect, it } from "vitest";
import { safeReturnTo } from "./return-to.ts";

const ORIGIN = "https://visualink.example";

it.each([
	["/admin", "/admin"],
	["/admin/link/new?a=b#c", "/admin/link/new?a=b#c"],
	["/a/../pricing", "/pricing"],
	["/apiary", "/apiary"],
	["/pricing?next=/api/auth/logout#/api", "/pricing?next=/api/auth/logout#/api"],
	["/admin/link/edit/100%25", "/admin/link/edit/100%25"],
	["/%C3%BC", "/%C3%BC"],
	["/%", "/%"],
	["/%2525252525", "/%2525252525"],
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
	...["/api", "/api/", "/api?x", "/api#x", "/api/auth/logout", "/api/anything", "/a/../api/auth/logout", "/./api/x"],
	...[
		"/API/auth/logout",
		"/Api/AUTH/logout",
		"/aPi",
		"/%61pi/auth/logout",
		"/%41PI/auth/logout",
		"/%2561pi/auth/logout",
	],
	...["/%2e/api/auth/logout", "/x/%2e%2e/api/auth/logout", "/x/..%2fapi/auth/logout", "/x%2f..%2fapi/auth/logout"],
	...[
		"/x/%252e%252e/api/auth/logout",
		"/%2fapi/auth/logout",
		"/.%2fapi/auth/logout",
		"/api%2fauth%2flogout",
		"/api%2Fx",
	],
	...["/\\api/auth/logout", "/x/..\\api/auth/logout", "/%5capi/auth/logout", "/\t/api/x", "/a\tpi/x", "/%09api/x"],
	...["/x%/../%61pi/auth/logout", "/%zz/..%2fapi/auth/logout"],
	`/${"a".repeat(512)}`,
])("refuses %j", (value) => {
	expect(safeReturnTo(value, ORIGIN)).toBeNull();
});
