import { expect, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
});

test("asks before unsaved changes are lost, by a link and by Back", async ({ page }) => {
	await page.goto("/admin");
	await page.getByRole("link", { name: "New Link", exact: true }).click();
	await page.getByLabel("Title").fill("Half a link");
	const question = page.getByRole("dialog", { name: "Leave without saving?" });

	await page.getByRole("link", { name: "Cancel", exact: true }).click();
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

test("'Leave page' leaves by Back, also where the form was as it began in between", async ({ page }) => {
	const title = page.getByLabel("Title");
	await page.goto("/admin");
	await page.getByRole("link", { name: "New Link", exact: true }).click();
	for (const text of ["One", "", "Two", ""]) await title.fill(text);
	await page.getByRole("banner").getByRole("link", { name: "Pricing", exact: true }).click();
	await expect(page).toHaveURL("/pricing");
	await page.goBack();
	const entry = page.waitForEvent("framenavigated");
	await title.fill("Half a link");
	await entry;
	// There is no Forward any more, by which it could be left unasked.
	await page.goForward();
	await expect(title).toHaveValue("Half a link");
	await page.goBack();
	await page.getByRole("dialog").getByRole("button", { name: "Leave page" }).click();
	await expect(page).toHaveURL("/admin");

	// A tab of its own has nothing to go back to.
	const [tab] = await Promise.all([
		page.waitForEvent("popup"),
		page.evaluate(() => void window.open("/admin/link/new")),
	]);
	await tab.getByLabel("Title").fill("Half a link");
	await tab.goBack();
	await tab.getByRole("dialog").getByRole("button", { name: "Leave page" }).click();
	await expect(tab).toHaveURL("/admin");
	await tab.close();
});

test("asks before the page itself is closed, and not when nothing was changed", async ({ page }) => {
	await page.goto("/admin/link/new");
	await page.reload();
	await page.getByLabel("Title").fill("Half a link");
	const asked = page.waitForEvent("dialog").then(async (dialog) => {
		await dialog.accept();
		return dialog.type();
	});
	await page.reload();
	expect(await asked).toBe("beforeunload");
});
