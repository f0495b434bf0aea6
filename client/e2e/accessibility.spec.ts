import { API } from "#shared/platform/api-paths.ts";
import { expect, expectAccessible, FAILED_CALL, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

// One page is not there.
test.use({ expectedNoise: FAILED_CALL });

test("a visitor's pages have nothing that axe finds, in both themes", async ({ page }) => {
	for (const [path, heading] of [
		["/", "Link previews in Social Networks"],
		["/pricing", "Subscription Plans"],
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

test("a subscriber's screens have nothing that axe finds, in both themes", async ({ page }) => {
	await becomePerson(page.request);
	await page.goto("/onboarding");
	await expect(page.getByRole("button", { name: "Save and continue" })).toBeVisible();
	await expectAccessible(page);

	await becomePerson(page.request, { plan: "enterprise" });
	const { id, linkSlug } = await createLink(page.request, { title: "Summer" });
	const shared = await page.request.put(API.analytics.publicPage(id), { data: {} });
	const { url } = (await shared.json()) as { url: string };
	for (const [path, shown] of [
		["/admin", page.getByRole("button", { name: "More for Summer" })],
		["/admin?tab=subscription", page.getByRole("button", { name: "Cancel subscription" })],
		["/admin/link/new", page.getByRole("button", { name: "Create Link" })],
		[`/admin/link/edit/${linkSlug}`, page.getByRole("button", { name: "Update Link" })],
		[`/admin/link/previews/${linkSlug}`, page.locator("[data-drawn]")],
		[`/admin/link/stats/${linkSlug}`, page.getByRole("button", { name: "Stop sharing" })],
		["/admin/analytics", page.getByRole("heading", { name: "Analytics" })],
		["/admin/api", page.getByRole("button", { name: "New key" })],
		["/admin/api?tab=webhooks", page.getByRole("button", { name: "New webhook" })],
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
