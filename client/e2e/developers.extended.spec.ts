import { expect, expectAccessible, test } from "./fixtures.ts";

test("the API's reference has nothing that axe finds, in both themes, and fits a phone", async ({ page }) => {
	await page.goto("/developers");
	await expectAccessible(page);
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 740 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(
			width,
		);
	}
});
