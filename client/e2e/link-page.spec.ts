import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

/** Tabs from "Skip to content" to the first field of a form. */
async function tabsToFirstField(page: Page): Promise<number> {
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
	await page.keyboard.press("Enter");
	for (let tabs = 1; tabs < 20; tabs++) {
		await page.keyboard.press("Tab");
		if (await page.evaluate(() => document.activeElement?.matches("main form :is(input, textarea)"))) return tabs;
	}
	return Number.POSITIVE_INFINITY;
}

test("the head stays in view; the form begins with its first field; no page is a wall (P347, P350)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, { title: "Spring", customLinkSlug: "spring" });
	for (const [width, height] of [
		[1280, 800],
		[360, 740],
	] as const) {
		await page.setViewportSize({ width, height });
		await page.goto("/admin/link/edit/spring");
		const head = page.locator("[data-link-head]");
		await expect(head).toContainText("Spring");
		expect(await tabsToFirstField(page)).toBeLessThanOrEqual(3);
		await expect(page.getByLabel("Custom URL")).toBeInViewport();
		await page.evaluate(() => window.scrollTo(0, 300));
		expect((await head.boundingBox())?.y).toBe(64);
		await expect(page.getByRole("button", { name: "Update Link" })).toBeInViewport();
		await page.goto("/admin/link/previews/spring");
		await expect(page.locator("[data-drawn]")).toHaveCount(1);
		await page.goto("/admin/link/new");
		await expect(page.getByRole("textbox", { name: "Start from a page" })).toBeFocused();
		await expect(page.getByRole("textbox", { name: "Start from a page" })).toBeInViewport();
	}
});
