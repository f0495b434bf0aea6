import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { paste, preview } from "./link-form.ts";
import { becomePerson } from "./person.ts";

/** What a page may not replace or take back by itself (P149). Each test has a host of its own. */
const article = (name: string) => `http://${name}.sandbox.example/article`;
const COPY = /^\/images\/[0-9a-f]{64}\.jpg$/;

const start = (page: Page) => page.getByRole("region", { name: "Start from a page" });
const address = (page: Page) => start(page).getByLabel("Start from a page");
const status = (page: Page) => start(page).getByRole("status");
const shown = (page: Page) => preview(page).locator("img");

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.goto("/admin/link/new");
});

test("a page's picture whose section was chosen stays, for the same page and for another", async ({ page }) => {
	await paste(address(page), article("isle"));
	await expect(shown(page)).toHaveAttribute("src", COPY);
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await page.getByRole("button", { name: "Zoom in" }).click();
	await page.getByRole("button", { name: "Crop" }).click();
	await expect(page.getByText("Cropped by you")).toBeVisible();
	const section = (await shown(page).getAttribute("src")) ?? "";
	await fillInAgain(page, article("isle"));
	await expect(shown(page)).toHaveAttribute("src", section);
	await tryInVain(page, "http://isles.sandbox.example/challenge");
	await expect(page.getByText("Cropped by you")).toBeVisible();
	await expect(shown(page)).toHaveAttribute("src", section);
});

/** Waits until the page has been read once more, and its image, where one is wanted, has come. */
async function fillInAgain(page: Page, url: string): Promise<void> {
	await address(page).fill(url);
	const answer = page.waitForResponse("**/api/links/prefill");
	await start(page).getByRole("button", { name: "Fill in" }).click();
	await answer;
	await expect(status(page)).toHaveText(/^From /);
	await expect(start(page).getByRole("button", { name: "Fill in" })).toBeVisible();
}

/** Starts from a page that lets nobody read it: what was given before is taken back all the same. */
async function tryInVain(page: Page, url: string): Promise<void> {
	await address(page).fill(url);
	await start(page).getByRole("button", { name: "Fill in" }).click();
	await expect(status(page)).toContainText("blocks automated readers");
	await expect(page.getByLabel("Title")).toHaveValue("");
}
