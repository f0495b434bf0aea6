import { expect, test } from "./fixtures.ts";

test("nothing moves and nothing overflows at 360 pixels", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/", { waitUntil: "networkidle" });
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
