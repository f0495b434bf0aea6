import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const INSTAGRAM =
	"Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.14 Mobile Safari/537.36 Instagram 355.0.0.37.103 Android";
const CHROME =
	"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";

const app = useTestApp();
const start = (query: string, userAgent: string) =>
	app.browser().get(API.auth.google + query, { headers: { "User-Agent": userAgent } });

it("P511: an app's browser gets a page instead of Google's refusal, which keeps where sign-in leads", async () => {
	const answer = await start("?returnTo=%2Fpricing", INSTAGRAM);
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
	expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'.*script-src 'sha256-/);
	expect(answer.headers.getSetCookie()).toEqual([]);
	const html = await answer.text();
	expect(html).toContain("Google doesn't allow sign-in inside Instagram");
	expect(html).toContain(`value="${app.origin}${API.auth.google}?returnTo=%2Fpricing"`);

	const [, anyway = ""] = /href="([^"]+)">Continue to Google anyway/.exec(html) ?? [];
	const path = anyway.replaceAll("&amp;", "&");
	expect(new URL(path, app.origin).searchParams.get("returnTo")).toBe("/pricing");
	const on = await start(path.slice(API.auth.google.length), INSTAGRAM);
	expect(on.headers.get("location")).toContain("/authorize?");
});

it("P511: the page takes over nothing but a screen", async () => {
	const html = await (
		await start(`?returnTo=${encodeURIComponent('https://evil.example/"><script>')}`, INSTAGRAM)
	).text();
	expect(html).not.toContain("evil.example");
	expect(html).toContain(`value="${app.origin}${API.auth.google}"`);
});

it("P511: a browser goes to Google", async () => {
	const answer = await start("?returnTo=%2Fpricing", CHROME);
	expect(answer.status).toBe(302);
	expect(answer.headers.get("location")).toContain("/authorize?");
});
