import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { madeRow } from "./link-form.ts";
import { becomePerson } from "./person.ts";

/** Farther than this from one control to the next, something is in the way. */
const MOST_TABS = 40;

test("the main job with the keyboard alone: onboarding, plan, link, copy, delete", async ({ page, context }) => {
	test.slow();
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await becomePerson(page.request);
	await page.goto("/onboarding");

	await tabTo(page, page.getByLabel("Country of residence"));
	await page.keyboard.press("Enter");
	await expect(page.getByPlaceholder("Search country...")).toBeFocused();
	await page.keyboard.type("portu");
	await expect(page.getByRole("option", { selected: true })).toHaveText("Portugal");
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Country of residence")).toHaveText("Portugal");
	await tabTo(page, page.getByRole("checkbox", { name: /terms/ }));
	await page.keyboard.press("Space");
	await tabTo(page, page.getByRole("checkbox", { name: /privacy/ }));
	await page.keyboard.press("Space");
	await page.keyboard.press("Enter");

	await expect(page).toHaveURL("/pricing");
	await tabTo(page, page.getByRole("button", { name: "Choose Plan" }));
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
	await tabTo(page, page.getByLabel("Card number"));
	await page.keyboard.type("4242 4242 4242 4242");
	await page.keyboard.press("Enter");

	await tabTo(page, page.getByRole("link", { name: "Create link now" }));
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/admin/link/new");
	for (const [label, text] of [
		["Title", "Made without a mouse"],
		["Description", "Key by key."],
		["Target URL", "https://example.com/keys"],
	] as const) {
		await tabTo(page, page.getByLabel(label));
		await page.keyboard.type(text);
	}
	await page.keyboard.press("Enter");

	await expect(page).toHaveURL("/admin");
	await expect(madeRow(page).getByRole("link", { name: "Edit Made without a mouse" })).toBeFocused();
	await page.keyboard.press("ArrowRight");
	await expect(page.getByRole("button", { name: "Copy Made without a mouse" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByText("Link copied to clipboard", { exact: true })).toBeVisible();
	await page.keyboard.press("F8");
	await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("list")).toBeFocused();
	await page.keyboard.press("Escape");
	await tabTo(page, page.getByRole("button", { name: "Copy Made without a mouse" }));
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("ArrowRight");
	await expect(page.getByRole("button", { name: "More for Made without a mouse" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("menuitem").first()).toBeFocused();
	await page.keyboard.type("del");
	await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("button", { name: "Keep link" })).toBeFocused();
	await tabTo(page, page.getByRole("button", { name: "Delete link" }));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("list", { name: "Deleted links" })).toContainText("Made without a mouse");
});

/** Presses Tab until a control has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeVisible({ timeout: 20_000 });
	for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`${target} was not reached with ${MOST_TABS} tabs`);
}
