import type { Route } from "@playwright/test";
import { expect, expectToast, test } from "./fixtures.ts";
import { chooseInMenu } from "./link-menu.ts";
import { becomePerson, createLink } from "./person.ts";

// Calls that are cut off on purpose.
test.use({ expectedNoise: /net::ERR_FAILED/ });

test("a deleted link's row closes in place, and comes back with Undo unless its address was taken (P136)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	for (let n = 1; n <= 12; n += 1) await createLink(page.request, { title: `Link ${n}` });
	await page.goto("/admin");
	await page.getByRole("toolbar", { name: "Link 8", exact: true }).scrollIntoViewIfNeeded();
	const scrolled = await page.evaluate(() => window.scrollY);
	await chooseInMenu(page, "Link 8", "Delete");
	await page.getByRole("button", { name: "Delete link" }).click();
	await expectToast(page, { title: "Success!", description: "Link deleted successfully" });
	// It stays as long as one points at it.
	await page.getByRole("button", { name: "Undo" }).hover();
	await expect(page.getByRole("toolbar", { name: "Link 7", exact: true }).locator(":focus")).toBeVisible();
	expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
	await expect(page.getByText(/^Total: 11, Monthly: 12\/150/)).toBeVisible();

	await page.route("**/api/links/changes", loseAnswer, { times: 1 });
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByRole("button", { name: "Try again" }).click();
	await expectToast(page, { title: "Undone", description: "1 link restored" });
	await expect(page.getByRole("toolbar", { name: "Link 8", exact: true }).locator(":focus")).toBeVisible();
	await expect(page.getByText(/^Total: 12, Monthly: 12\/150/)).toBeVisible();
	await expect(page.getByRole("heading", { name: "Deleted links" })).toHaveCount(0);

	// The short address is taken in the meantime.
	await createLink(page.request, { title: "Spring", customLinkSlug: "mine" });
	await page.reload();
	await chooseInMenu(page, "Spring", "Delete");
	await page.getByRole("button", { name: "Delete link" }).click();
	const undo = page.getByRole("button", { name: "Undo" });
	await undo.hover();
	await createLink(page.request, { title: "Another", customLinkSlug: "mine" });
	await undo.click();
	await expectToast(page, {
		title: "Not undone",
		description: "1 link stays deleted: the short address was taken in the meantime.",
		isDestructive: true,
	});
});

test("Undo stands for 5 s, longer while one points at it (P136)", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await createLink(page.request, { title: "Spring" });
	await page.clock.install();
	await page.goto("/admin");
	await chooseInMenu(page, "Spring", "Delete");
	await page.getByRole("button", { name: "Delete link" }).click();
	const undo = page.getByRole("button", { name: "Undo" });
	await undo.hover();
	await page.clock.runFor(20_000);
	await expect(undo).toBeVisible();
	await page.mouse.move(5, 5);
	await page.clock.runFor(5_200);
	await expect(undo).toHaveCount(0);
});

/** The server makes the change, but its answer is lost. */
async function loseAnswer(route: Route): Promise<void> {
	await route.fetch();
	await route.abort();
}
