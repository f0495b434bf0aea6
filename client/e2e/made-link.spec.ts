import type { Page } from "@playwright/test";
import { expect, expectToast, test } from "./fixtures.ts";
import { fill, inToast, madeRow, paste, submit } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

const titles = (page: Page) => page.getByRole("list", { name: "Your Links" }).getByRole("listitem");

test.beforeEach(async ({ page, context }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await becomePerson(page.request, { plan: "pro" });
});

test("a new link's row is marked, and its toast copies it or begins another (P152)", async ({ page }) => {
	const tests: string[] = [];
	page.on("request", (request) => request.url().endsWith("/self-test") && tests.push(request.url()));
	await createLink(page.request, { title: "Spring" });
	await page.goto("/admin/link/new");
	await fill(page);
	await page.getByLabel("Custom URL").fill("algarve");
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expect(page).toHaveURL("/admin");
	await expect(madeRow(page)).toHaveCount(1);
	await expect(titles(page).first()).toContainText("Summer in the Algarve");
	await expect(titles(page).first().getByRole("link", { name: /^Edit/ })).toBeFocused();
	// It stays as long as one points at it.
	await inToast(page, "Copy").hover();
	await inToast(page, "Copy").click();
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/go\/[^/]+\/algarve$/);

	await page.goto("/admin/link/edit/algarve");
	await page.getByLabel("Target URL").fill("https://example.com/elsewhere");
	await page.getByRole("button", { name: "Update Link" }).click();
	await expectToast(page, { title: "Success!", description: "Link updated successfully" });
	await expect(inToast(page, "Copy")).toBeVisible();
	await expect(inToast(page, "Make another")).toHaveCount(0);
	await expect(titles(page).filter({ hasText: "Saved" })).toHaveCount(1);

	await page.goto("/admin/link/new");
	await fill(page);
	await submit(page);
	await inToast(page, "Make another").click();
	await expect(page).toHaveURL("/admin/link/new");
	expect(tests).toEqual([]);
});

test("search, order and place are kept over Back, the link back, Cancel, a save and a reload (P334)", async ({
	page,
}) => {
	for (let n = 1; n <= 40; n += 1) await createLink(page.request, { title: `Link ${n}`, customLinkSlug: `link-${n}` });
	await page.goto("/admin?q=link");
	const row = page.getByRole("toolbar", { name: "Link 12", exact: true });
	await expect(titles(page).first()).toBeVisible();
	await page.evaluate(() => window.scrollTo({ top: 1650, behavior: "instant" }));
	const top = async () => Math.round((await row.boundingBox())?.y ?? Number.NaN);
	await expect(row).toBeInViewport();
	const before = await top();
	for (const back of ["back", "link", "Cancel", "save", "reload"]) {
		if (back === "reload") await page.reload();
		else {
			await row.getByRole("link", { name: /^Edit/ }).click();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Link");
			if (back === "back") await page.goBack();
			if (back === "link") await page.getByRole("link", { name: "Back to dashboard" }).click();
			if (back === "Cancel") await page.getByRole("link", { name: "Cancel" }).click();
			if (back === "save") await page.getByRole("button", { name: "Update Link" }).click();
		}
		await expect(page).toHaveURL("/admin?q=link");
		await expect(row).toBeInViewport();
		await expect.poll(top, { message: back }).toBe(before);
	}

	// The row that was first in view is gone: the place is kept by the pixel.
	const y = await page.evaluate(() => window.scrollY);
	await row.getByRole("link", { name: /^Edit/ }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Link");
	const gone = await page.evaluate(
		() => (JSON.parse(sessionStorage.getItem("visualink.list-place") ?? "{}") as { rowId: number }).rowId,
	);
	await page.request.delete(`/api/links/${gone}`);
	await page.getByRole("button", { name: "Update Link" }).click();
	await expect(row).toBeInViewport();
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(y);

	await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
	await expect(page).toHaveURL("/admin");
	await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("an address that is pasted outside of fields fills the form in, also from the empty list (P335)", async ({
	page,
}) => {
	await page.goto("/admin");
	await expect(page.getByText("No links yet", { exact: true })).toBeVisible();
	const start = page.getByRole("main").getByLabel("Start from a page");
	await paste(start, "http://harbor.sandbox.example/article");
	await expect(page).toHaveURL(/^[^?]*\/admin\/link\/new/);
	await expect(page.getByLabel("Title")).not.toHaveValue("");
	await submit(page);
	await expect(madeRow(page)).toHaveCount(1);
	const first = page.getByRole("region", { name: "Your first link" });
	await expect(first.getByText("Send it to yourself:")).toBeVisible();
	await expect(first.locator("img")).toBeVisible();

	await page.goto("/admin?sort=people");
	const search = page.getByRole("searchbox");
	await paste(search, "http://pier.sandbox.example/article");
	await expect(search).toHaveValue("http://pier.sandbox.example/article");
	await search.fill("");
	await expect(titles(page)).toHaveCount(1);
	await page.getByRole("heading", { name: "Your Links" }).focus();
	await page.evaluate(() => navigator.clipboard.writeText("no address"));
	await page.keyboard.press("ControlOrMeta+V");
	await expect(page).toHaveURL("/admin?sort=people");
	await page.evaluate(() => navigator.clipboard.writeText("http://pier.sandbox.example/article"));
	await page.keyboard.press("ControlOrMeta+V");
	await expect(page).toHaveURL(/\/admin\/link\/new/);
	await expect(page.getByLabel("Title")).not.toHaveValue("");
	// On the form itself, too.
	await page.getByRole("heading", { name: "Create New Link" }).click();
	await page.evaluate(() => navigator.clipboard.writeText("http://harbor.sandbox.example/article"));
	await page.keyboard.press("ControlOrMeta+V");
	await expect(page.getByLabel("Target URL")).toHaveValue("http://harbor.sandbox.example/article");
});

test("where the system has a sheet, a link is shared by it; where that fails, it is copied", async ({ page }) => {
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
	const { shortUrl, title } = await createLink(page.request);
	await page.goto("/admin");
	const shareBySystem = async () => {
		await page.getByRole("button", { name: `More for ${title}` }).click();
		await page.getByRole("menuitem", { name: "Share" }).click();
		await page
			.getByRole("dialog")
			.getByRole("button", { name: /device/ })
			.click();
	};
	await shareBySystem();
	const shared = () => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared);
	await expect.poll(shared).toEqual({ url: shortUrl });
	await page.evaluate(() => navigator.clipboard.writeText("nothing"));
	await shareBySystem();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("nothing");
	await shareBySystem();
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shortUrl);
});
