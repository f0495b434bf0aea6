import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";
import { expectSignedOut, row } from "./signed-out-steps.ts";

// Chromium reports the 401 of a restored page's session check; not always, as the page is left then.
test.use({ expectedNoise: /status of 401/ });

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter", email: `ada-${crypto.randomUUID()}@example.com` });
	await createLink(page.request);
	await page.goto("/admin");
	await expect(row(page)).toBeVisible();
});

test("Back shows nothing of the account that another tab signed out", async ({ page, context }) => {
	await page.goto("/robots.txt");
	const other = await context.newPage();
	await other.goto("/api/auth/logout");
	await page.goBack({ waitUntil: "commit" });
	await expectSignedOut(page);
});

test("a page that is open shows nothing of an account once another one is signed in (P470)", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await expect(page.getByRole("button", { name: /Account menu/ })).toBeVisible();
	await expect(row(page)).toBeHidden();
});
