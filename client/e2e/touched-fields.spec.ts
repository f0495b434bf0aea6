import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { paste, preview } from "./link-form.ts";
import { becomePerson } from "./person.ts";

/** What a page may not replace or take back by itself (P149). Each test has a host of its own. */
const article = (name: string) => `http://${name}.sandbox.example/article`;
const TITLE = "Eleven quiet beaches of the Algarve & how to get there";
const DESCRIPTION = "No car, no crowds: a walk from cove to cove, with the trains that lead there.";
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

test("a picture that was chosen among the page's stays, for the same page and for another", async ({ page }) => {
	await paste(address(page), article("bank"));
	await expect(shown(page)).toHaveAttribute("src", COPY);
	await start(page).getByRole("button", { name: "Picture 2" }).click();
	await expect(start(page).getByRole("button", { name: "Picture 2" })).toHaveAttribute("aria-pressed", "true");
	const chosen = (await shown(page).getAttribute("src")) ?? "";
	await fillInAgain(page, article("bank"));
	await expect(shown(page)).toHaveAttribute("src", chosen);
	await tryInVain(page, "http://banks.sandbox.example/challenge");
	await expect(shown(page)).toHaveAttribute("src", chosen);
});

test("what was taken out of a page's words or pictures stays out, until one asks for it or for another page", async ({
	page,
}) => {
	await paste(address(page), article("moor"));
	await expect(shown(page)).toHaveAttribute("src", COPY);
	await page.getByLabel("Description").fill("");
	await page.getByRole("button", { name: "Remove image" }).click();
	await fillInAgain(page, article("moor"));
	await expect(status(page)).toHaveText(/title, target URL\. Left as you wrote it: description\.$/);
	await expect(page.getByLabel("Description")).toHaveValue("");
	await expect(shown(page)).toHaveCount(0);
	await start(page).getByRole("button", { name: "Use the page's instead" }).click();
	await expect(page.getByLabel("Description")).toHaveValue(DESCRIPTION);
	await start(page).getByRole("button", { name: "Picture 1" }).click();
	await expect(shown(page)).toHaveAttribute("src", COPY);
	// The address itself is what one asks for.
	await page.getByLabel("Target URL").fill("");
	await fillInAgain(page, article("moor"));
	await expect(page.getByLabel("Target URL")).toHaveValue(article("moor"));
});

test("a picture that was chosen among the page's and removed stays out, until one asks for it or for another page", async ({
	page,
}) => {
	for (const [name, host] of [
		["Picture 1", "heath"],
		["Picture 2", "heather"],
	] as const) {
		await page.reload();
		const button = start(page).getByRole("button", { name });
		await paste(address(page), article(host));
		await expect(shown(page)).toHaveAttribute("src", COPY);
		await button.click();
		await expect(button).toHaveAttribute("aria-pressed", "true");
		await page.getByRole("button", { name: "Remove image" }).click();
		await fillInAgain(page, article(host));
		await expect(status(page)).toHaveText(/title, description, target URL\.$/);
		await expect(shown(page)).toHaveCount(0);
		await button.click();
		await expect(shown(page)).toHaveAttribute("src", COPY);
	}
	await page.getByRole("button", { name: "Remove image" }).click();
	// Another page, with the picture that was replaced and not removed.
	await fillInAgain(page, "http://heaths.sandbox.example/beach.png");
	await expect(shown(page)).toHaveAttribute("src", COPY);
});

test("a field that is emptied while a page is being read is not filled, one that was empty before is", async ({
	page,
}) => {
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.getByLabel("Description").fill("Not after all");
	await page.getByLabel("Description").fill("");
	await page.getByLabel("Title").fill("Mine");
	await page.route("**/api/links/prefill", async (route: Route) => {
		await released;
		await route.continue();
	});
	await paste(address(page), article("fen"));
	await page.getByLabel("Title").fill("");
	release();
	await expect(page.getByLabel("Description")).toHaveValue(DESCRIPTION);
	await expect(status(page)).toHaveText(/Left as you wrote it: title\.$/);
	await expect(page.getByLabel("Title")).toHaveValue("");
	await start(page).getByRole("button", { name: "Use the page's instead" }).click();
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
});

/** Waits until the page has been read once more, and its picture, where one is wanted, has come. */
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
