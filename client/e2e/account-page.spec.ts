import { lapse } from "./billing-states.ts";
import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test("without a subscription, links, files, invoices, details and the way out are all there", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	const link = await createLink(page.request);
	await lapse(page.request);
	await page.goto("/pricing");
	await page.getByRole("button", { name: /Account menu/ }).click();
	await page.getByRole("menuitem", { name: "Account", exact: true }).click();
	await expect(page).toHaveURL("/account");
	await expect(page).toHaveTitle("Account · Visualink");
	await expect(page.getByRole("heading", { name: "No active subscription" })).toBeVisible();
	await expect(page.getByText("These links keep working. Subscribe to create or edit links.")).toBeVisible();
	const row = page.getByRole("list", { name: "Your links" }).getByRole("listitem");
	await expect(row).toContainText(link.title);
	await expect(row).toContainText(link.shortUrl.replace(/^https?:\/\//, ""));
	await expect(row.getByRole("button", { name: /Edit|Delete/ })).toHaveCount(0);
	await expectAccessible(page);

	for (const [name, file] of [
		["Download CSV", /^visualink-links-.*\.csv$/],
		["Download your data", /^visualink-data-.*\.json$/],
	] as const) {
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name }).click();
		expect((await download).suggestedFilename()).toMatch(file);
	}
	await page.getByRole("button", { name: "Edit details" }).click();
	await page.getByLabel("Full name").fill("Ada King");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Ada King", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Delete account" }).click();
	await expect(page.getByRole("dialog", { name: "Delete your account?" })).toBeVisible();
	await page.getByRole("button", { name: "Keep account" }).click();
	await page.getByRole("button", { name: "View invoices" }).click();
	await expect(page).toHaveURL(/\/sandbox\/stripe\/portal\//);
});

test("a long list comes in pages", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.route("**/api/links?limit=50*", async (route) => {
		const before = new URL(route.request().url()).searchParams.get("before");
		const from = before ? 10 : 60;
		const ids = Array.from({ length: before ? 10 : 50 }, (_, at) => from - at);
		await route.fulfill({ json: ids.map((id) => ({ ...LINK, id, title: `Link ${id}` })) });
	});
	await page.goto("/account");
	const rows = page.getByRole("list", { name: "Your links" }).getByRole("listitem");
	await expect(rows).toHaveCount(50);
	await page.getByRole("button", { name: "Show more" }).click();
	await expect(rows).toHaveCount(60);
	await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

const LINK = {
	linkSlug: "summer",
	shortUrl: "http://localhost/go/ada/summer",
	targetUrl: "https://example.com/",
	description: "Beaches",
	imageUrl: null,
	imageSource: null,
	viewsBot: 3,
	viewsHuman: 4,
	deleted: false,
	createdAt: "2026-01-01T00:00:00.000Z",
	deletedAt: null,
};

test("a subscriber sees the same below their plan, and the way to the dashboard", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.goto("/account");
	await expect(page.getByText("Active", { exact: true })).toBeVisible();
	await expect(page.getByText("You have no links.")).toBeVisible();
	await expect(page.getByText("These links keep working.")).toHaveCount(0);
	await expect(page.getByRole("link", { name: "Upgrade to use this feature" })).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Go to dashboard" }).click();
	await expect(page).toHaveURL("/admin");
	await page.getByRole("button", { name: /Account menu/ }).click();
	await expect(page.getByRole("menuitem", { name: "Account", exact: true })).toHaveCount(0);
});

test.describe("a user who has never paid", () => {
	test.use({ expectedNoise: /status of 404/ });

	test("sees that there are no invoices yet", async ({ page }) => {
		await becomePerson(page.request, { hasConsent: true });
		await page.goto("/account");
		await page.getByRole("button", { name: "View invoices" }).click();
		await expectToast(page, { title: "No invoices yet", description: "They appear here after your first payment." });
	});
});
