import { answerWith, expect, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { becomePerson, CHROME, createLink } from "./person.ts";

// The copied address is read back; the page of one that is ended is answered 404.
test.use({ permissions: ["clipboard-read", "clipboard-write"], expectedNoise: FAILED_CALL });

test("a link's public page: made, copied, read by anybody, and ended", async ({ page, browser }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { linkSlug, shortUrl } = await createLink(page.request, { title: "Summer" });
	for (let n = 0; n < 10; n++) {
		await page.request.get(`${shortUrl}?utm_source=instagram`, {
			headers: { "user-agent": CHROME, "accept-language": "en" },
			maxRedirects: 0,
		});
	}
	await page.goto(`/admin/link/stats/${linkSlug}`);
	// Counted before anyone looks at the page, whose figures are read once a minute.
	await expect(async () => {
		await page.reload();
		await expect(page.getByRole("table", { name: "Sources" })).toContainText("10", { timeout: 5_000 });
	}).toPass();
	await page.getByRole("button", { name: "Create public page" }).click();
	await expect(page.getByRole("heading", { name: "Public page" })).toBeFocused();
	await page.getByRole("button", { name: "Copy the address of the public page" }).click();
	await expectToast(page, { title: "Copied!" });
	const url = await page.evaluate(() => navigator.clipboard.readText());
	await expect(page.getByRole("link", { name: "Open the public page in a new tab" })).toHaveAttribute("href", url);

	const visitor = await browser.newContext({ viewport: { width: 360, height: 740 } });
	const shown = await visitor.newPage();
	await shown.goto(url);
	await expect(shown.getByRole("table", { name: "Sources" })).toContainText("Instagram");
	await expect(shown.getByText("fewer than 10 visits")).toBeVisible();
	await expect(shown.getByText("Summer")).toBeVisible();
	await shown.getByRole("radio", { name: "Last 12 months" }).check();
	await expect(shown).toHaveURL(`${url}?range=12m`);
	await expect(shown.getByText("Months in UTC.")).toBeVisible();
	await shown.reload();
	await expect(shown.getByRole("radio", { name: "Last 12 months" })).toBeChecked();
	expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

	await answerWith(shown, "/api/public-stats?*", 500);
	await shown.reload();
	await expect(shown.getByRole("alert")).toContainText("The figures could not be loaded.");
	await shown.unrouteAll();
	await shown.getByRole("button", { name: "Try again" }).click();
	await expect(shown.getByRole("table", { name: "Sources" })).toBeVisible();

	await page.getByRole("button", { name: "Stop sharing" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).click();
	await expect(page.getByRole("button", { name: "Create public page" })).toBeVisible();
	await expect(page.getByRole("heading", { name: "Public page" })).toBeFocused();
	const gone = await shown.goto(url);
	expect(gone?.status()).toBe(404);
	await expect(shown.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
	await visitor.close();
});
