import { expect, expectAccessible, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

// The states of screens in which something is wrong or locked, in both themes.

test("the form of a new link with its mistakes has nothing that axe finds", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, { customLinkSlug: "spring" });
	await page.goto("/admin/link/new");
	await page.getByLabel("Custom URL").fill("spring");
	await page.getByRole("button", { name: "Create Link" }).click();
	await expect(page.getByText("Title is required")).toBeVisible();
	await expect(page.getByText("This custom URL is already taken")).toBeVisible();
	await expectAccessible(page);
});

test("the form of a new link on a plan without custom slugs has nothing that axe finds", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.goto("/admin/link/new");
	await expect(page.getByRole("link", { name: "Upgrade to use this feature" }).first()).toBeVisible();
	await expectAccessible(page);
});

test("onboarding with its mistakes has nothing that axe finds", async ({ page }) => {
	await becomePerson(page.request);
	await page.goto("/onboarding");
	await page.getByRole("tab", { name: "Business" }).click();
	await page.getByRole("button", { name: "Save and continue" }).click();
	await expect(page.getByText("You must accept the terms and conditions")).toBeVisible();
	await expectAccessible(page);
});

test("each section of the account has nothing that axe finds (P603)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	for (const [section, shown] of [
		["plan", page.getByRole("button", { name: "Cancel subscription" })],
		["invoices", page.getByRole("button", { name: "View invoices" })],
		["profile", page.getByRole("button", { name: "Edit details" })],
		["links", page.getByRole("switch", { name: "Letter shortcuts" })],
	] as const) {
		await page.goto(`/account?section=${section}`);
		await expect(shown).toBeVisible();
		await expectAccessible(page);
	}
});

test.describe("a look-up that failed", () => {
	test.use({ expectedNoise: /Failed to load resource|The subscription could not be looked up/ });

	test("the plans say so, with nothing that axe finds", async ({ page }) => {
		await becomePerson(page.request, { plan: "starter" });
		await page.route("**/api/subscriptions/active", (route) => route.fulfill({ status: 500, body: "broken" }));
		await page.goto("/pricing");
		await expect(page.getByText("We could not read your subscription just now.")).toBeVisible();
		await expectAccessible(page);
	});
});
