import type { Locator, Page } from "@playwright/test";
import { closeByEscape, expect, expectToast, holdCalls, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

const rowsOf = (page: Page) =>
	page
		.getByRole("list", { name: "Your Links" })
		.getByRole("listitem")
		.filter({ has: page.getByRole("toolbar") });

test("by the keyboard alone: find, duplicate, tag, delete, undo (P171 to P176)", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await createLink(page.request, { title: "Spring" });
	await createLink(page.request, { title: "Summer" });
	await page.goto("/admin?sort=people");
	const menuOf = async (entry: string) => {
		await page.keyboard.press("Enter");
		await expect(page.getByRole("menuitem").first()).toBeFocused();
		await page.keyboard.type(entry.slice(0, 3).toLowerCase());
		await expect(page.getByRole("menuitem", { name: entry, exact: true })).toBeFocused();
		await page.keyboard.press("Enter");
	};
	await page.getByRole("searchbox").focus();
	await page.keyboard.type("spring");
	await expect(rowsOf(page)).toHaveCount(1);
	await tabTo(page, page.getByRole("link", { name: "Edit Spring" }));
	await page.keyboard.press("End");
	await menuOf("Duplicate");
	await expect(rowsOf(page)).toHaveCount(2);

	await expect(rowsOf(page).first().locator(":focus")).toBeVisible();
	await page.keyboard.press("End");
	await menuOf("Tags");
	const dialog = page.getByRole("dialog", { name: "Tags" });
	await expect(dialog).toBeVisible();
	await dialog.getByLabel("New tag").focus();
	const answer = await holdCalls(page, "/api/links/changes");
	await page.keyboard.type("Sale");
	await page.keyboard.press("Enter");
	await page.keyboard.type("Summer");
	answer();
	await expect(dialog.getByRole("list")).toHaveText("Sale");
	await expect(dialog.getByLabel("New tag")).toHaveValue("Summer");
	await closeByEscape(page, dialog);
	await expect(rowsOf(page).first().getByRole("list", { name: "Tags" })).toHaveText("Sale");
	await expect(rowsOf(page).first().getByRole("button", { name: "More for Spring" })).toBeFocused();

	await menuOf("Delete");
	await expect(page.getByRole("button", { name: "Keep link" })).toBeFocused();
	await page.keyboard.press("Tab");
	await expect(page.getByRole("button", { name: "Delete link" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expectToast(page, { title: "Success!", description: "Link deleted successfully" });
	await expect(rowsOf(page)).toHaveCount(1);
	await expect(rowsOf(page).first().locator(":focus")).toBeVisible();
	await page.keyboard.press("F8");
	await tabTo(page, page.getByRole("button", { name: "Undo" }));
	await page.keyboard.press("Enter");
	await expect(rowsOf(page)).toHaveCount(2);
	await expect(rowsOf(page).first().locator(":focus")).toBeVisible();
	await expect(page.getByText(/^Total: 3, Monthly: 3\/20/)).toBeVisible();
});

test("the bar of chosen links takes the place of the search line, or of the counters, and moves no row (P332)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	for (const title of ["One", "Two"]) await createLink(page.request, { title });
	const top = async () => (await page.getByRole("toolbar", { name: "One", exact: true }).boundingBox())?.y;
	for (const width of [800, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		await page.goto("/admin");
		const box = page.getByRole("checkbox", { name: "Choose One" });
		await expect(page.getByText("Total Views")).toBeVisible();
		const before = await top();
		await box.check();
		await expect(page.getByRole("toolbar", { name: "Chosen links" })).toContainText("1 selected");
		expect([width, await top()]).toEqual([width, before]);
		await box.uncheck();
	}
	await page.goto("/admin?sort=people");
	await page.getByRole("toolbar", { name: "One" }).hover();
	const before = await top();
	await page.getByRole("checkbox", { name: "Choose One" }).check();
	expect(await top()).toBe(before);
	await page.getByRole("checkbox", { name: "Choose Two" }).check();
	await expect(page.getByRole("searchbox")).toBeHidden();
	const bar = page.getByRole("toolbar", { name: "Chosen links" });
	await expect(bar).toContainText("2 selected");
	await bar.getByRole("button", { name: "Clear selection" }).click();
	await expect(page.getByRole("heading", { name: "Your Links" })).toBeFocused();
	await expect(page.getByRole("searchbox")).toBeVisible();
});

async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeVisible();
	for (let tabs = 0; tabs < 20; tabs += 1) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`${target} was not reached by tabs`);
}
