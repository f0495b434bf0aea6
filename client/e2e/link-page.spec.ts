import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

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

test("one page for a link: its tabs keep what is unsaved, and anything else asks (P346)", async ({ page, context }) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, { title: "Spring", customLinkSlug: "spring" });
	await page.goto("/admin");
	await page.goto("/admin/link/edit/spring");
	const tab = (name: string) => page.getByRole("navigation", { name: "This link" }).getByRole("link", { name });
	const question = page.getByRole("dialog", { name: "Leave without saving?" });
	await page.getByLabel("Title").fill("Late spring");
	await tab("Previews").click();
	await expect(page.getByRole("heading", { level: 1, name: "Previews" })).toBeVisible();
	await expect(tab("Edit, unsaved changes")).toBeVisible();
	await expect(tab("Previews")).toBeFocused();
	await tab("Statistics").click();
	await expect(page).toHaveURL(/\/admin\/link\/stats\/spring/);
	await page.getByLabel("Range").selectOption("Yesterday");
	await expect(page).toHaveURL(/range=yesterday/);
	await expect(page.getByText("No views yet: share it")).toBeVisible();
	await expectAccessible(page);
	// Back leaves the page, from whichever tab, and stays on it where one keeps editing.
	await page.goBack();
	await question.getByRole("button", { name: "Keep editing" }).click();
	await expect(page).toHaveURL(/\/admin\/link\/stats\/spring\?range=yesterday/);
	await expect(page.getByText("No views yet: share it")).toBeVisible();
	await page.getByRole("banner").getByRole("link", { name: "Pricing", exact: true }).click();
	await question.getByRole("button", { name: "Keep editing" }).click();
	await tab("Edit").click();
	await expect(page.getByLabel("Title")).toHaveValue("Late spring");

	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.getByRole("button", { name: "Copy", exact: true }).click();
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	// A mistake on another tab is shown where it is.
	await page.getByLabel("Title").fill("");
	await tab("Previews").click();
	await page.getByRole("button", { name: "Update Link" }).click();
	await expect(page.getByLabel("Title")).toBeFocused();
	await expect(page).toHaveURL("/admin/link/edit/spring");
	await page.getByLabel("Title").fill("Late spring");
	await page.keyboard.press("ControlOrMeta+s");
	await expectToast(page, { title: "Success!", description: "Link updated successfully" });
	await expect(page).toHaveURL("/admin");
});

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
		expect((await head.boundingBox())?.height).toBeLessThanOrEqual(57);
		expect(await tabsToFirstField(page)).toBeLessThanOrEqual(3);
		expect((await page.getByLabel("Custom URL").boundingBox())?.y).toBeLessThan(height / 2);
		await page.evaluate(() => window.scrollTo(0, 300));
		expect((await head.boundingBox())?.y).toBe(64);
		await expect(page.getByRole("button", { name: "Update Link" })).toBeInViewport();
		await page.goto("/admin/link/previews/spring");
		await expect(page.locator("[data-drawn]")).toHaveCount(1);
		expect(await heightOf(page)).toBeLessThan(width === 1280 ? 2000 : 3600);
		await expectAccessible(page);
		await page.goto("/admin/link/new");
		await expect(page.getByRole("textbox", { name: "Start from a page" })).toBeVisible();
		expect(await tabsToFirstField(page)).toBeLessThanOrEqual(3);
		expect((await page.getByRole("textbox", { name: "Start from a page" }).boundingBox())?.y).toBeLessThan(
			height / 1.9,
		);
	}
});

test("a month that is used up is said before the form is filled in (P352)", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.route("**/api/links/monthly-usage", (route) => route.fulfill({ json: { monthlyCount: 20, limit: 20 } }));
	await page.goto("/admin/link/new");
	await expect(page.getByRole("alert")).toContainText("You've used all 20 links this month");
	await expect(page.getByRole("alert").getByRole("link", { name: "View plans" })).toHaveAttribute("href", "/pricing");
	const slug = page.getByText("Upgrade to use this feature").first();
	await expect(slug.locator("..")).toContainText("Pro, €19.99 a month");
	await expectAccessible(page);
});
