import { API } from "#shared/platform/api-paths.ts";
import { expect, expectAccessible, FAILED_CALL, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test.describe("a visitor's other pages", () => {
	// One page is not there.
	test.use({ expectedNoise: FAILED_CALL });

	test("have nothing that axe finds, in both themes", async ({ page }) => {
		for (const [path, heading] of [
			["/privacy", "Privacy Policy"],
			["/terms", "Terms and Conditions"],
			["/withdraw", "Withdraw from contract"],
			["/no-such-page", "404 Page Not Found"],
		] as const) {
			await page.goto(path);
			await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
			await expectAccessible(page);
		}
	});
});

test("a subscriber's other screens have nothing that axe finds, in both themes", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { id } = await createLink(page.request, { title: "Summer" });
	const shared = await page.request.put(API.analytics.publicPage(id), { data: {} });
	const { url } = (await shared.json()) as { url: string };
	for (const [path, shown] of [
		["/admin/analytics", page.getByRole("heading", { name: "Analytics" })],
		["/admin/api", page.getByRole("button", { name: "New key" })],
		["/admin/api?tab=webhooks", page.getByRole("button", { name: "New webhook" })],
		["/admin/api?tab=assistants", page.getByRole("button", { name: "Copy setup" })],
		["/admin/import", page.getByRole("heading", { name: "Import and export" })],
		["/account?section=data", page.getByRole("link", { name: "Download your data" })],
		["/account?section=domains", page.getByRole("button", { name: "Add domain" })],
		["/payment-success", page.getByRole("heading", { name: "Payment Successful!" })],
		[new URL(url).pathname, page.getByRole("heading", { level: 1, name: "Statistics" })],
	] as const) {
		await page.goto(path);
		await expect(shown).toBeVisible();
		await expectAccessible(page);
	}
});

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
