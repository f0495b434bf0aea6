import { expect, expectAccessible, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.goto("/admin/link/new");
});

test("asks before unsaved changes are lost, by a link and by Back", async ({ page }) => {
	await page.goto("/admin");
	await page.getByRole("link", { name: "New Link", exact: true }).click();
	await page.getByLabel("Title").fill("Half a link");
	const question = page.getByRole("dialog", { name: "Leave without saving?" });

	await page.getByRole("link", { name: "Cancel", exact: true }).click();
	await expectAccessible(page);
	await question.getByRole("button", { name: "Keep editing" }).click();
	await expect(page.getByLabel("Title")).toHaveValue("Half a link");

	await page.goBack();
	await question.getByRole("button", { name: "Keep editing" }).click();
	await expect(page).toHaveURL("/admin/link/new");
	await expect(page.getByLabel("Title")).toHaveValue("Half a link");

	await page.getByRole("link", { name: "Pricing", exact: true }).first().click();
	await question.getByRole("button", { name: "Leave page" }).click();
	await expect(page).toHaveURL("/pricing");
});

test("asks before the page itself is closed, and not when nothing was changed", async ({ page }) => {
	await page.reload();
	await page.getByLabel("Title").fill("Half a link");
	const asked = page.waitForEvent("dialog").then(async (dialog) => {
		await dialog.accept();
		return dialog.type();
	});
	await page.reload();
	expect(await asked).toBe("beforeunload");
});
