import type { Page } from "@playwright/test";
import { API } from "#shared/api-paths.ts";
import type { FoundLinks } from "#shared/links/link-list.ts";
import { expect, expectAccessible, expectToast, holdCalls, test } from "./fixtures.ts";
import { chooseInMenu, chooseOfList } from "./link-menu.ts";
import { becomePerson, createLink } from "./person.ts";

// Calls that are cut off on purpose.
test.use({ expectedNoise: /net::ERR_FAILED/ });

const rowsOf = (page: Page) => page.getByRole("list", { name: "Your Links" }).getByRole("listitem");

test("searches, filters and orders; the address keeps it (P175)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, { title: "Winter coat", customLinkSlug: "coat" });
	const seen = await createLink(page.request, { title: "Summer dress" });
	await page.request.get(seen.shortUrl, { maxRedirects: 0, headers: { "user-agent": "WhatsApp/2.24.1 A" } });
	await createLink(page.request, { title: "Winter boots" });
	await expect.poll(async () => (await listOf(page)).views.bot).toBe(1);
	await page.goto("/admin");
	await expect(page.getByText("3 links", { exact: true })).toBeVisible();

	await page.getByLabel("Order").selectOption("Most bots");
	await expect(rowsOf(page).first()).toContainText("Summer dress");
	await page.getByRole("searchbox", { name: "Search your links" }).fill("winter");
	await expect(page).toHaveURL("/admin?sort=bots&q=winter");
	await expect(rowsOf(page)).toHaveCount(2);
	await expect(page.getByText("2 of 3 links", { exact: true })).toBeVisible();
	await expectAccessible(page);

	await page.reload();
	await expect(page.getByRole("searchbox")).toHaveValue("winter");
	await expect(rowsOf(page)).toHaveCount(2);
	await page.goBack();
	await expect(page).toHaveURL("/admin");
	await expect(page.getByRole("searchbox")).toHaveValue("");
	await expect(rowsOf(page)).toHaveCount(3);

	await page.getByRole("searchbox").fill("nothing like it");
	await expect(page.getByText("No matching links.")).toBeVisible();
	await page.getByRole("searchbox").fill("example.com/a%20b");
	await expect(page).toHaveURL("/admin?q=example.com%2Fa%2520b");
	await expect(page.getByRole("searchbox")).toHaveValue("example.com/a%20b");
	await page.getByRole("button", { name: "Show all links" }).click();
	await expect(page.getByRole("heading", { name: "Your Links" })).toBeFocused();
	await expect(rowsOf(page)).toHaveCount(3);
});

test("an answer that comes late takes the focus from nobody who types", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	for (const title of ["One", "Two"]) await createLink(page.request, { title });
	await page.goto("/admin");
	const answer = await holdCalls(page, "/api/links/changes");
	const search = page.getByRole("searchbox");
	await page.getByRole("button", { name: "More for Two", exact: true }).click();
	await page.getByRole("menuitem", { name: "Archive", exact: true }).evaluate((item: HTMLElement) => {
		// Before the menu has closed, as happens on a slow phone.
		item.click();
		document.querySelector<HTMLInputElement>('[type="search"]')?.focus();
	});
	await expect(page.getByRole("menu")).toHaveCount(0);
	answer();
	await expect(rowsOf(page)).toHaveCount(1);
	await page.evaluate(async () => {
		for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame);
	});
	await expect(search).toBeFocused();
});

test("a press ends what a change of the list does with the focus", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await createLink(page.request, { title: "Spring" });
	await page.goto("/admin");
	const isTakenBack = page.evaluate(
		() =>
			new Promise<boolean>((resolve) => {
				document.addEventListener("focusin", async function press({ target }) {
					if (!(target instanceof HTMLElement) || target.dataset.stop !== "title") return;
					document.removeEventListener("focusin", press);
					// As a mouse does it whose button goes down on a row's menu: the menu has the focus, and then has gone.
					target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
					target.blur();
					for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame);
					resolve(document.activeElement !== document.body);
				});
			}),
	);
	await chooseInMenu(page, "Spring", "Duplicate");
	await expect(rowsOf(page)).toHaveCount(2);
	expect(await isTakenBack).toBe(false);
});

test("archives a link and takes it out again; duplicates one (P173, P174)", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await createLink(page.request, { title: "Spring" });
	await page.goto("/admin");
	await chooseInMenu(page, "Spring", "Duplicate");
	await expect(rowsOf(page)).toHaveCount(2);
	await expect(page.getByText(/^Total: 2, Monthly: 2\/20/)).toBeVisible();
	await expect(rowsOf(page).first().getByRole("link", { name: /^Edit/ })).toBeFocused();

	// Each of these ends with the focus on a row, which would close the next one's menu.
	await archiveFirst(page);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(rowsOf(page)).toHaveCount(2);
	await expect(rowsOf(page).first().locator(":focus")).toBeVisible();
	await archiveFirst(page);
	await page.getByLabel("Show").selectOption("Archived");
	await expect(rowsOf(page).filter({ hasText: "Archived" })).toHaveCount(1);
	await chooseInMenu(page, "Spring", "Restore from archive");
	await expect(page.getByText("No matching links.")).toBeVisible();
});

test("totals and rows are read together, when one asks (P176)", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	const { shortUrl } = await createLink(page.request, { title: "Spring" });
	await page.goto("/admin");
	const bots = page.getByText("Bot Views", { exact: true }).locator("..");
	await expect(bots).toHaveText("Bot Views0");
	await page.request.get(shortUrl, { maxRedirects: 0, headers: { "user-agent": "WhatsApp/2.24.1 A" } });
	await expect(async () => {
		await chooseOfList(page, "Refresh");
		await expect(bots).toHaveText("Bot Views1", { timeout: 3_000 });
	}).toPass();
	await expect(rowsOf(page).first().getByRole("link", { name: "0 human views, 1 bot views" })).toBeVisible();

	await page.route(/api\/links\/(?:index|search)/, (route) => route.abort());
	await chooseOfList(page, "Refresh");
	await expect(page.getByRole("alert").filter({ hasText: "This list may be out of date." })).toBeVisible();
	await expect(rowsOf(page)).toHaveCount(1);
	const search = page.getByRole("searchbox");
	await search.fill("spr");
	await expect(page.getByText("Your links could not be loaded.")).toBeVisible();
	await expect(search).toBeFocused();
	await page.unroute(/api\/links\/(?:index|search)/);
	await search.fill("spring");
	await expect(rowsOf(page)).toHaveCount(1);
	await expect(page.getByText("This list may be out of date.")).toHaveCount(0);
});

test("of many links only those near the screen are there, and all can be reached (P175)", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	for (let n = 1; n <= 55; n += 1) await createLink(page.request, { title: `Link ${n}` });
	await page.goto("/admin");
	await expect(page.getByText("55 links", { exact: true })).toBeVisible();
	expect(await rowsOf(page).count()).toBeLessThan(30);
	await expect(rowsOf(page).first()).toHaveAttribute("aria-setsize", "55");
	await page.route("**/api/links/rows*", (route) => route.abort());
	await page.keyboard.press("End");
	const lost = rowsOf(page).last();
	await expect(lost).toContainText("This link could not be loaded.");
	await page.unroute("**/api/links/rows*");
	await lost.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByRole("toolbar", { name: "Link 1", exact: true }).locator(":focus")).toBeVisible();
	expect(await rowsOf(page).count()).toBeLessThan(30);
});

/** Archives the first row's link, and waits until the focus has gone on to the row that is left. */
async function archiveFirst(page: Page): Promise<void> {
	await page.getByRole("button", { name: "More for Spring" }).first().click();
	await page.getByRole("menuitem", { name: "Archive" }).click();
	await expectToast(page, { title: "Success!", description: "Link archived" });
	await expect(rowsOf(page)).toHaveCount(1);
	await expect(rowsOf(page).first().locator(":focus")).toBeVisible();
}

async function listOf(page: Page): Promise<FoundLinks> {
	return (await (await page.request.get(API.links.search)).json()) as FoundLinks;
}
