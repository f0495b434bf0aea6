import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures.ts";

test("nothing moves and nothing overflows at 360 pixels", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/", { waitUntil: "networkidle" });
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("the landing page's scripts stay below 110 KB (P606)", async ({ request }) => {
	const html = await (await request.get("/")).text();
	const scripts = new Set(html.match(/\/[\w./-]+\.js(?=")/g));
	expect(scripts.size).toBeGreaterThan(2);
	let size = 0;
	for (const script of scripts) size += gzipSync(await (await request.get(script)).body()).length;
	expect(size).toBeLessThan(110_000);
});
