import { closeByEscape, expect, expectToast, test } from "./fixtures.ts";
import { chosen, editOf, field, isLeftToTheBrowser, openPalette, options, palette, row } from "./palette-steps.ts";
import { becomePerson, createLink } from "./person.ts";

test.beforeEach(async ({ page, context }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await becomePerson(page.request, { plan: "pro" });
	for (const slug of ["three", "two", "one"]) {
		await createLink(page.request, { title: `Offer ${slug}`, customLinkSlug: slug });
	}
	await page.goto("/admin");
	await expect(row(page, "Offer one")).toBeVisible();
});

test("its code comes with the first press; actions and links are found by their words (P438)", async ({ page }) => {
	const isLoaded = () =>
		page.evaluate(() =>
			performance.getEntriesByType("resource").some(({ name }) => /\/palette-[\w-]{8}\.js$/.test(name)),
		);
	expect(await isLoaded()).toBe(false);
	await openPalette(page);
	expect(await isLoaded()).toBe(true);
	await expect(options(page)).toContainText([
		"New link",
		"Dashboard",
		"Analytics",
		"Import and export",
		"Download CSV",
	]);
	await expect(options(page).filter({ hasText: "Offer" })).toHaveCount(3);

	await page.keyboard.type("upgr");
	await expect(options(page)).toHaveText(["Pricing"]);
	await field(page).fill("offer two");
	await expect(options(page)).toHaveCount(1);
	await expect(chosen(page)).toContainText(/^Offer two.*\/two$/);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/admin/link/edit/two");
	await expect(palette(page)).toHaveCount(0);

	await openPalette(page);
	await field(page).fill("offer nowhere");
	await expect(palette(page)).toContainText("No matching actions or links.");
	await page.keyboard.press("Enter");
	await expect(palette(page)).toBeVisible();
	await field(page).fill("settings");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("tab", { name: "Subscription" })).toHaveAttribute("aria-selected", "true");
	await openPalette(page);
	await field(page).fill("dashboard");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("tab", { name: "Links", exact: true })).toHaveAttribute("aria-selected", "true");

	// Screens that aren't below /admin leave the keys to the browser.
	await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
	await expect(page.getByRole("button", { name: /Account menu/ })).toBeVisible();
	expect(await isLeftToTheBrowser(page)).toBe(true);
	await page.goBack();
	await expect(row(page, "Offer one")).toBeVisible();
	expect(await isLeftToTheBrowser(page)).toBe(false);
});

test("the actions are those of the focused row, and the focus goes back to it (P439)", async ({ page }) => {
	await editOf(page, "Offer two").focus();
	await openPalette(page);
	// 12 actions, the link's first, and 3 links.
	await expect(options(page)).toHaveCount(12 + 3);
	await expect(palette(page)).toContainText("Offer two");
	await expect(chosen(page)).toHaveText("EditE");
	await page.keyboard.press("ArrowDown");
	await expect(chosen(page)).toHaveText("Copy linkC");
	await page.keyboard.press("Enter");
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/two$/);
	await expect(editOf(page, "Offer two")).toBeFocused();

	await openPalette(page);
	await closeByEscape(page, palette(page));
	await expect(editOf(page, "Offer two")).toBeFocused();
	await openPalette(page);
	await page.keyboard.press("ControlOrMeta+k");
	await expect(palette(page)).toHaveCount(0);

	// A dialog that an action opens gives the focus back to the row.
	await openPalette(page);
	await page.keyboard.type("delete");
	await page.keyboard.press("Enter");
	const question = page.getByRole("dialog", { name: /^Delete/ });
	await expect(question.getByRole("button", { name: "Keep link" })).toBeFocused();
	// In front of a dialog it stays closed.
	await page.keyboard.press("ControlOrMeta+k");
	await expect(palette(page)).toHaveCount(0);
	await closeByEscape(page, question);
	await expect(editOf(page, "Offer two")).toBeFocused();

	await page.keyboard.press("?");
	await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Command paletteCtrl or ⌘ + K");
});

test("on a link's page they are that link's, and what is unsaved is asked about (P439)", async ({ page }) => {
	await page.goto("/admin/link/edit/two");
	await page.getByLabel("Title").fill("Offer 2");
	// Fields keep their letters, and give up Ctrl K.
	await openPalette(page);
	await field(page).fill("stat");
	// Letters do nothing on this page, so none is shown.
	await expect(chosen(page)).toHaveText("Statistics");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/admin/link/stats/two");
	await openPalette(page);
	await field(page).fill("pricing");
	await page.keyboard.press("Enter");
	const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
	await leaving.getByRole("button", { name: "Keep editing" }).click();
	await expect(page).toHaveURL("/admin/link/stats/two");
	await openPalette(page);
	await field(page).fill("share");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
});
