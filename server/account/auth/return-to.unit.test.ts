import { expect, it } from "vitest";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { safeReturnTo } from "./return-to.ts";

const ORIGIN = "https://visualink.example";

it.each([
	...Object.values(SCREEN_PATHS).map((path) => path.replaceAll(/:\w+/g, "Sum_mer-25")),
	...["/?auth_error=denied", "/#pricing", "/admin?tab=subscription", "/admin/link/new?a=b#c"],
	"/pricing?next=/api/auth/logout#/go/ada/summer",
	`/admin?${"a".repeat(505)}`,
])("keeps %s (P34)", (value) => {
	expect(safeReturnTo(value, ORIGIN)).toBe(value);
});

it.each([
	["/a/../pricing", "/pricing"],
	["/go/ada/%2e%2e/../../pricing", "/pricing"],
	["/\tpricing", "/pricing"],
])("keeps %j as what it resolves to (P34)", (value, expected) => {
	expect(safeReturnTo(value, ORIGIN)).toBe(expected);
});

/** Paths of ours that are no screens: some lead on to anywhere, others act or are files. */
const NO_SCREENS = [
	...["go/ada/summer", "go/ada/summer+", "go/~report", "api/auth/logout", "images/x.jpg"],
	...["sandbox/google/authorize?redirect_uri=x", "assets/x.js", "robots.txt", "healthz", "nowhere", "index.html"],
];
/** Ways to write a path that one reader or another resolves. */
const SPELLINGS = [
	...["/PATH", "/./PATH", "/admin/../PATH", "/admin/%2e%2e/PATH", "/admin/%2E./PATH", "/admin/..%2fPATH"],
	...["/admin/..%252fPATH", "/admin/%252e%252e/PATH", "/admin\\..\\PATH", "/admin/..\\PATH", "/admin/%5c..%5cPATH"],
	...["/admin/link/edit/..%2f..%2f..%2fPATH", "/admin/link/edit/..\\..\\..\\PATH", "/stats/%2e%2e%2fPATH"],
	...["/stats/../PATH", "/%2fPATH", "/.%2fPATH", "/%09/PATH", "/\tPATH", "/\nPATH", "/;/../PATH", "/\\PATH", "//PATH"],
];

it.each(NO_SCREENS.flatMap((path) => SPELLINGS.map((spelling) => spelling.replace("PATH", path))))(
	"refuses %j, which is no screen (P34)",
	(value) => {
		expect(safeReturnTo(value, ORIGIN)).toBeNull();
	},
);

it.each([
	...[undefined, ["/admin"], "", "admin", " /admin", "https://visualink.example/admin", "https://evil.example/admin"],
	...[
		"//",
		"//evil.example",
		"///evil.example/admin",
		"/\\evil.example",
		"\\/evil.example",
		"//user@evil.example/admin",
	],
	...["/\t/evil.example", "/..//evil.example", "/.//evil.example", "/a/..//evil.example/admin", "javascript:alert(1)"],
	...[
		"/Admin",
		"/ADMIN",
		"/admin/",
		"/admin;x",
		"/admin%20",
		"/admin%00",
		"/%61dmin",
		"/admin%2flink%2fnew",
		"/:80/admin",
	],
	...["/go", "/GO/ada/summer", "/%67o/ada/summer", "/g%6f/ada/summer", "/g\to/ada/summer", "/go?/admin", "/go#/admin"],
	...["/API/auth/logout", "/%61pi/auth/logout", "/%2561pi/auth/logout", "/a\tpi/x", "/api%2fauth%2flogout", "/apiary"],
	...["/admin/link/edit/", "/admin/link/edit/a/b", "/admin/link/edit/100%25", "/admin/link/edit/\u00fc", "/%", "/%zz"],
	`/admin?${"a".repeat(506)}`,
])("refuses %j (P34)", (value) => {
	expect(safeReturnTo(value, ORIGIN)).toBeNull();
});
