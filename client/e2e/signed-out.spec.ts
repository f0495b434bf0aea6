import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";
import { expectSignedOut, row } from "./signed-out-steps.ts";

// Chromium reports the 401 of a restored page's session check; not always, as the page is left then.
test.use({ expectedNoise: /status of 401/ });

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter", email: `ada-${crypto.randomUUID()}@example.com` });
	await createLink(page.request);
	await page.addInitScript(() => {
		const seen = { paints: [] as string[], wasRestored: false };
		Object.assign(window, { seen });
		addEventListener("pageshow", ({ persisted }) => {
			seen.wasRestored ||= persisted;
			if (persisted) seen.paints.push(getComputedStyle(document.documentElement).visibility);
		});
	});
	await page.goto("/admin");
	await expect(row(page)).toBeVisible();
});

test("Back after signing out shows nothing of the account", async ({ page }) => {
	await page.getByRole("button", { name: /Account menu/ }).click();
	await page.getByRole("menuitem", { name: "Sign out" }).click();
	await expect(page.getByRole("link", { name: "Get Started with Google" })).toBeVisible();
	await page.goBack({ waitUntil: "commit" });
	await expectSignedOut(page);
});

test("a tab that is open shows nothing of the account once another tab has signed out", async ({ page, context }) => {
	const other = await context.newPage();
	await other.goto("/admin");
	await other.getByRole("button", { name: /Account menu/ }).click();
	await other.getByRole("menuitem", { name: "Sign out" }).click();
	await expect(other).toHaveURL("/");
	await expectSignedOut(page);
});

test("a page that is open shows nothing of an account that was deleted in another browser (P470)", async ({
	page,
	playwright,
	baseURL,
}) => {
	const { email, userSlug } = await (await page.request.get("/api/auth/user")).json();
	const elsewhere = await playwright.request.newContext({ baseURL });
	await becomePerson(elsewhere, { email });
	expect((await elsewhere.delete("/api/account", { data: { confirm: userSlug } })).status()).toBe(204);
	await elsewhere.dispose();
	await expectSignedOut(page);
});

test("Back while signed in restores the page unchanged, once the server has answered who is signed in", async ({
	page,
}) => {
	const streaming = page.waitForResponse("**/api/events");
	await page.goto("/admin?sort=people");
	await page.getByRole("searchbox").fill("Summer");
	await expect(row(page)).toBeVisible();
	await page.evaluate(() => Object.assign(window, { mark: "kept" }));
	// While a page is still asking for its stream's lock, the back/forward cache doesn't take it.
	await streaming;
	await page.goto("/robots.txt");
	await page.goBack({ waitUntil: "commit" });
	await expect.poll(() => page.evaluate(() => Reflect.get(window, "mark"))).toBe("kept");
	expect(await page.evaluate(() => Reflect.get(window, "seen"))).toEqual({ paints: ["hidden"], wasRestored: true });
	await expect(row(page)).toBeVisible();
	await expect(page.getByRole("searchbox")).toHaveValue("Summer");
});
