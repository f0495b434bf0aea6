import { afterAll, beforeAll, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { launchChromium } from "#server/testing/machine/chromium.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Ways to write another site's address that one reader or another takes for a path. */
const SHAPES = [
	...["//HOST", "///HOST", "////HOST", "https://HOST", "https:HOST", "https:/HOST", "http:\\\\HOST", "ftp://HOST"],
	...["/\\HOST", "\\/HOST", "\\\\HOST", "/\t/HOST", "/\n/HOST", "\t//HOST", " //HOST", "/ /HOST", "/%09/HOST"],
	...["/..//HOST", "/.//HOST", "/a/..//HOST", "/..%2f/HOST", "/%2e%2e//HOST", "/;//HOST", "/?//HOST", "/#//HOST"],
	...["//user@HOST", "/@HOST", "@HOST", "//HOST:80", "//HOST%2f@localhost", "/%2fHOST", "/%5cHOST", "/\u2044/HOST"],
];
const HOSTS = ["evil.example", "localhost.evil.example"];

const app = useTestApp();
let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
	browser = await launchChromium();
});
afterAll(() => browser.close());

it("no returnTo leads a signed-in browser to another site (C8)", async () => {
	const context = await browser.newContext();
	const left: string[] = [];
	await context.route("**", (route) => {
		const { origin } = new URL(route.request().url());
		if (origin !== app.origin) left.push(route.request().url());
		// The pages themselves are enough.
		return origin === app.origin && route.request().resourceType() === "document" ? route.continue() : route.abort();
	});
	const page = await context.newPage();
	const payloads = SHAPES.flatMap((shape) => HOSTS.map((host) => shape.replace("HOST", host)));
	expect(new Set(payloads).size).toBeGreaterThanOrEqual(60);
	for (const payload of payloads) {
		const start = `${API.auth.google}?login_hint=ada@example.com&returnTo=${encodeURIComponent(payload)}`;
		await page.goto(app.origin + start, { waitUntil: "commit" });
		expect(new URL(page.url()).origin, payload).toBe(app.origin);
		expect(new URL(page.url()).pathname, payload).not.toMatch(/^\/\//);
	}
	expect(left).toEqual([]);
});
