import { API } from "#shared/platform/api-paths.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

// From the first visit to a link's statistics; all other screens: accessibility.extended.spec.ts.

test("a visitor's first pages have nothing that axe finds, in both themes", async ({ page }) => {
	for (const [path, heading] of [
		["/", "Link previews in Social Networks"],
		["/pricing", "Subscription Plans"],
	] as const) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
		await expectAccessible(page);
	}
});

test("the screens of a subscriber's links have nothing that axe finds, in both themes", async ({ page }) => {
	await becomePerson(page.request);
	await page.goto("/onboarding");
	await expect(page.getByRole("button", { name: "Save and continue" })).toBeVisible();
	await expectAccessible(page);

	await becomePerson(page.request, { plan: "enterprise" });
	const { id, linkSlug } = await createLink(page.request, { title: "Summer" });
	await page.request.put(API.analytics.publicPage(id), { data: {} });
	for (const [path, shown] of [
		["/admin", page.getByRole("button", { name: "More for Summer" })],
		["/admin?tab=subscription", page.getByRole("button", { name: "Cancel subscription" })],
		["/admin/link/new", page.getByRole("button", { name: "Create Link" })],
		[`/admin/link/edit/${linkSlug}`, page.getByRole("button", { name: "Update Link" })],
		[`/admin/link/previews/${linkSlug}`, page.locator("[data-drawn]")],
		[`/admin/link/stats/${linkSlug}`, page.getByRole("button", { name: "Stop sharing" })],
	] as const) {
		await page.goto(path);
		await expect(shown).toBeVisible();
		await expectAccessible(page);
	}
});
