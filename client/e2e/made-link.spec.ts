import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { fill, madePanel, submit } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

test.beforeEach(async ({ page, context }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await becomePerson(page.request, { plan: "pro" });
});

test("a new link stands first, its card finished and its address to hand (P152)", async ({ page }) => {
	await createLink(page.request, { title: "Spring" });
	await page.goto("/admin/link/new");
	await fill(page);
	await page.getByLabel("Custom URL").fill("algarve");
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expect(page).toHaveURL("/admin");
	const panel = madePanel(page);
	await expect(panel).toContainText("Summer in the Algarve");
	await expect(panel).toContainText("Eleven quiet beaches.");
	await expect(panel.getByRole("button", { name: "Copy link" })).toBeFocused();
	await expect(panel.getByRole("button", { name: "Copy link" })).toBeInViewport();
	await page.keyboard.press("Enter");
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toMatch(/\/go\/[^/]+\/algarve$/);
	await expect(panel.getByRole("link", { name: "Open" })).toHaveAttribute("href", copied);
	const rows = page.getByRole("list", { name: "Your Links" }).getByRole("listitem");
	await expect(rows.first()).toContainText("Summer in the Algarve");
	await expect(rows.first().getByText("New", { exact: true })).toBeVisible();
	await expect(rows.nth(1).getByText("New", { exact: true })).toHaveCount(0);
	await expectAccessible(page);

	const tests: string[] = [];
	page.on("request", (request) => request.url().endsWith("/self-test") && tests.push(request.url()));
	const search = page.getByRole("searchbox");
	await search.fill("nothing like it");
	await expect(page.getByText("No matching links.")).toBeVisible();
	await expect(panel).toBeVisible();
	await expect(search).toBeFocused();
	await search.fill("");
	await expect(rows).toHaveCount(2);
	await page.getByRole("tab", { name: "Subscription" }).click();
	await expect(panel).toHaveCount(0);
	await page.getByRole("tab", { name: "Links" }).click();
	await expect(panel).toBeVisible();
	await expect(page.getByRole("tab", { name: "Links" })).toBeFocused();
	expect(tests).toEqual([]);

	await panel.getByRole("link", { name: "Make another" }).click();
	await expect(page).toHaveURL("/admin/link/new");
	await page.goBack();
	await expect(madePanel(page)).toBeVisible();
	await page.getByRole("button", { name: "Close the new link's panel" }).click();
	await expect(madePanel(page)).toHaveCount(0);
	await expect(page.getByRole("heading", { name: "Your Links" })).toBeFocused();
	await expect(rows.getByText("New", { exact: true })).toHaveCount(0);
	await page.reload();
	await expect(rows).toHaveCount(2);
	await expect(madePanel(page)).toHaveCount(0);

	await page.goto("/admin/link/edit/algarve");
	await page.getByLabel("Title").fill("Autumn");
	await page.getByRole("button", { name: "Update Link" }).click();
	await expectToast(page, { title: "Success!", description: "Link updated successfully" });
	await expect(rows.filter({ hasText: "Autumn" })).toBeVisible();
	await expect(madePanel(page)).toHaveCount(0);
});

test("where the system has a sheet, the link is shared by it; where that fails, it is copied", async ({ page }) => {
	await page.addInitScript(() => {
		let asked = 0;
		const share = (data: ShareData) => {
			asked += 1;
			Object.assign(window, { shared: data });
			if (asked === 2) return Promise.reject(new DOMException("closed", "AbortError"));
			return asked === 1 ? Promise.resolve() : Promise.reject(new DOMException("no", "NotAllowedError"));
		};
		Object.defineProperty(navigator, "share", { value: share });
	});
	await page.goto("/admin/link/new");
	await fill(page);
	await submit(page);
	const share = madePanel(page).getByRole("button", { name: "Share" });
	await share.click();
	const shortUrl = await madePanel(page).getByRole("link", { name: "Open" }).getAttribute("href");
	const shared = () => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared);
	await expect.poll(shared).toEqual({ url: shortUrl });
	await page.evaluate(() => navigator.clipboard.writeText("nothing"));
	await share.click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("nothing");
	await share.click();
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shortUrl);
});
