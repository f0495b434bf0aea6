import type { Page } from "@playwright/test";
import type { LinkOverview } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

// Calls that are cut off on purpose.
test.use({ expectedNoise: /net::ERR_FAILED/ });

const rowsOf = (page: Page) => page.getByRole("list", { name: "Your Links" }).getByRole("listitem");

test("searches, filters and orders; the address keeps it (P175)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	for (const title of ["Autumn hat", "Autumn scarf", "Autumn gloves"]) await createLink(page.request, { title });
	await createLink(page.request, { title: "Winter coat", customLinkSlug: "coat" });
	const seen = await createLink(page.request, { title: "Summer dress" });
	await page.request.get(seen.shortUrl, { maxRedirects: 0, headers: { "user-agent": "WhatsApp/2.24.1 A" } });
	await createLink(page.request, { title: "Winter boots" });
	await expect.poll(async () => (await listOf(page)).links.map(({ viewsBot }) => viewsBot)).toContain(1);
	await page.goto("/admin");
	await expect(page.getByText("6 links", { exact: true })).toBeVisible();

	await page.getByLabel("Order").selectOption("Most bots");
	await expect(rowsOf(page).first()).toContainText("Summer dress");
	await page.getByRole("searchbox", { name: "Search your links" }).fill("winter");
	await expect(page).toHaveURL("/admin?sort=bots&q=winter");
	await expect(rowsOf(page)).toHaveCount(2);
	await expect(page.getByText("2 of 6 links", { exact: true })).toBeVisible();

	await page.reload();
	await expect(page.getByRole("searchbox")).toHaveValue("winter");
	await expect(rowsOf(page)).toHaveCount(2);
	await page.goBack();
	await expect(page).toHaveURL("/admin");
	await expect(page.getByRole("searchbox")).toHaveValue("");
	await expect(rowsOf(page)).toHaveCount(6);

	await page.getByRole("searchbox").fill("nothing like it");
	await expect(page.getByText("No matching links.")).toBeVisible();
	await page.getByRole("searchbox").fill("example.com/a%20b");
	await expect(page).toHaveURL("/admin?q=example.com%2Fa%2520b");
	await expect(page.getByRole("searchbox")).toHaveValue("example.com/a%20b");
	await page.getByRole("button", { name: "Show all links" }).click();
	await expect(page.getByRole("heading", { name: "Your Links" })).toBeFocused();
	await expect(rowsOf(page)).toHaveCount(6);
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

async function listOf(page: Page): Promise<LinkOverview> {
	return (await (await page.request.get(API.links.search)).json()) as LinkOverview;
}
