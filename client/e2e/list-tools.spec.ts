import type { Locator, Page } from "@playwright/test";
import { closeByEscape, expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { chooseInMenu, chooseOfList } from "./link-menu.ts";
import { becomePerson, createLink } from "./person.ts";

// Calls that are cut off on purpose.
test.use({ expectedNoise: /net::ERR_FAILED/ });

const rowsOf = (page: Page) =>
	page
		.getByRole("list", { name: "Your Links" })
		.getByRole("listitem")
		.filter({ has: page.getByRole("toolbar") });

test("by the keyboard alone: find, duplicate, tag, delete, undo (P171 to P176)", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await createLink(page.request, { title: "Spring" });
	await createLink(page.request, { title: "Summer" });
	await page.goto("/admin");
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
	const tagging = await holdBack(page, "/api/links/changes");
	await page.keyboard.type("Sale");
	await page.keyboard.press("Enter");
	await page.keyboard.type("Summer");
	tagging.letGo();
	await expect(dialog.getByRole("list")).toHaveText("Sale");
	await expect(dialog.getByLabel("New tag")).toHaveValue("Summer");
	await expectAccessible(page);
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

test("several links: tagged, archived and deleted at once, each with Undo (P174)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	for (const title of ["One", "Two", "Three"]) await createLink(page.request, { title });
	await page.goto("/admin");
	await page.getByRole("toolbar", { name: "One" }).hover();
	await page.getByRole("checkbox", { name: "Choose One" }).check();
	await page.getByRole("checkbox", { name: "Choose Two" }).check();
	await expect(page.getByRole("searchbox")).toBeHidden();
	const bar = page.getByRole("toolbar", { name: "Chosen links" });
	await expect(bar).toContainText("2 chosen");
	await expectAccessible(page);
	await bar.getByRole("button", { name: "Exit" }).click();
	await expect(page.getByRole("heading", { name: "Your Links" })).toBeFocused();
	await expect(page.getByRole("searchbox")).toBeVisible();
	await page.getByRole("checkbox", { name: "Choose Three" }).focus();
	await page.keyboard.press("Space");
	await page.getByRole("checkbox", { name: "Choose One" }).focus();
	await page.keyboard.press("Shift+Space");
	await expect(bar).toContainText("3 chosen");
	await page.keyboard.press("Escape");
	await expect(bar).toHaveCount(0);
	await expect(page.getByRole("checkbox", { name: "Choose One" })).toBeFocused();
	await page.getByRole("checkbox", { name: "Choose One" }).check();
	await page.getByRole("checkbox", { name: "Choose Two" }).click({ modifiers: ["Shift"] });
	await expect(bar).toContainText("2 chosen");

	await expect(bar.getByRole("link", { name: "Export" })).toHaveAttribute("href", /^\/api\/links\/csv\?ids=\d+,\d+$/);

	await bar.getByRole("button", { name: "Tag" }).click();
	await page.getByLabel("New tag").fill("Sale");
	await page.getByRole("button", { name: "Add" }).click();
	await expectToast(page, { title: "Success!", description: "2 links tagged" });
	// Toasts stay as long as one points at them.
	await page.getByRole("button", { name: "Undo" }).hover();
	await expect(page.getByRole("list", { name: "Tags" })).toHaveCount(2);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByRole("list", { name: "Tags" })).toHaveCount(0);

	await bar.getByRole("button", { name: "Archive" }).dblclick();
	await expect(rowsOf(page)).toHaveCount(1);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(rowsOf(page)).toHaveCount(3);

	await page.getByRole("checkbox", { name: "Choose Two" }).uncheck();
	await page.getByRole("checkbox", { name: "Choose One" }).uncheck();
	await page.getByRole("checkbox", { name: "Choose Three" }).check();
	await bar.getByRole("button", { name: "Delete" }).click();
	await expect(page.getByRole("dialog", { name: "Delete this link?" })).toContainText("Three");
	await page.getByRole("button", { name: "Keep link" }).click();
	await bar.getByRole("button", { name: "All 3 shown" }).click();
	await bar.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("button", { name: "Delete 3 links" }).click();
	await expectToast(page, { title: "Success!", description: "3 links deleted successfully" });
	await page.getByRole("button", { name: "Undo" }).hover();
	await expect(page.getByText("No links yet", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(rowsOf(page)).toHaveCount(3);
});

test("tags are renamed and removed in one place, and filter the list (P172)", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	const [one, two] = [
		await createLink(page.request, { title: "One" }),
		await createLink(page.request, { title: "Two" }),
	];
	for (const [ids, tag] of [
		[[one.id, two.id], "Sale"],
		[[one.id], "Old"],
	] as const) {
		await page.request.post("/api/links/changes", { data: { change: "tag", ids, tag } });
	}
	await page.goto("/admin?tag=Old");
	await expect(rowsOf(page)).toHaveCount(1);
	await chooseOfList(page, "Your tags");
	const dialog = page.getByRole("dialog", { name: "Your tags" });
	await dialog.getByLabel("Name of the tag Old").fill("Archive 2026");
	await dialog.getByRole("button", { name: "Rename" }).click();
	await expect(page).toHaveURL("/admin?tag=Archive+2026");
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Remove Sale" }).dblclick();
	await dialog.getByRole("button", { name: "Really remove Sale" }).click();
	await expect(dialog.getByRole("listitem")).toHaveCount(1);
	await dialog.getByRole("button", { name: "Done" }).click();
	await expect(rowsOf(page)).toHaveCount(1);
	await expect(page.getByRole("list", { name: "Tags" })).toHaveText("Archive 2026");

	await chooseInMenu(page, "One", "Tags");
	await page.route("**/api/links/changes", (route) => route.abort(), { times: 1 });
	await page.getByRole("button", { name: "Remove the tag Archive 2026" }).click();
	await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
		"The tags could not be changed. Please try again.",
	);
	const tagging = await holdBack(page, "/api/links/changes");
	await page.getByLabel("New tag").fill("Late");
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: "Done" }).click();
	tagging.cutOff();
	await expectToast(page, {
		title: "Error",
		description: "The tags could not be changed. Please try again.",
		isDestructive: true,
	});

	await page.getByRole("checkbox", { name: "Choose One" }).check();
	await page.getByRole("button", { name: "Tag", exact: true }).click();
	const taggingMany = await holdBack(page, "/api/links/changes");
	await page.getByLabel("New tag").fill("Late");
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: "Cancel" }).click();
	await page.getByRole("button", { name: "Tag", exact: true }).click();
	taggingMany.letGo();
	await expect(page.getByText("1 link tagged", { exact: true }).first()).toBeVisible();
	await expect(page.getByRole("dialog", { name: "Tag 1 link" })).toBeVisible();
});

test("a second link is duplicated while the first one is on its way (P173)", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	for (const title of ["One", "Two"]) await createLink(page.request, { title });
	await page.goto("/admin");
	const duplicating = await holdBack(page, "/api/links/*/duplicate");
	await chooseInMenu(page, "One", "Duplicate");
	await chooseInMenu(page, "Two", "Duplicate");
	await expect(rowsOf(page)).toHaveText([/Two/, /Two/, /One/]);
	duplicating.letGo();
	await expect(rowsOf(page)).toHaveText([/One/, /Two/, /Two/, /One/]);
});

test("without the plan for them tags are offered by the plans (P143)", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await createLink(page.request, { title: "One" });
	await page.goto("/admin");
	await chooseInMenu(page, "One", "Tags");
	const upgrade = page.getByRole("dialog").getByRole("link", { name: "Upgrade to use this feature" });
	await expect(upgrade).toHaveAttribute("href", "/pricing");
});

/** Keeps the next call from the server, until it is let go; then it is answered, or cut off. */
async function holdBack(page: Page, path: string): Promise<{ letGo: () => void; cutOff: () => void }> {
	let settle: (isAnswered: boolean) => void = () => undefined;
	const settled = new Promise<boolean>((resolve) => {
		settle = resolve;
	});
	await page.route(`**${path}`, async (route) => ((await settled) ? route.continue() : route.abort()), { times: 1 });
	return { letGo: () => settle(true), cutOff: () => settle(false) };
}

async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeVisible();
	for (let tabs = 0; tabs < 20; tabs += 1) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press("Tab");
	}
	throw new Error(`${target} was not reached by tabs`);
}
