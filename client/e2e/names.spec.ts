import type { Page } from "@playwright/test";
import { API } from "#shared/api-paths.ts";
import { expect, FAILED_CALL, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

// One link is not there.
test.use({ expectedNoise: FAILED_CALL });

/** Names that are specified for a link to a screen, next to that of its heading. */
const SPECIFIED: Record<string, string[]> = {
	"/": ["Visualink"],
	"/pricing": ["Pricing", "Manage subscription", "Get subscription", "View plans"],
	"/admin": ["Dashboard", "Back to dashboard"],
	"/admin/link/new": ["New Link", "Create link now"],
};

test("a screen has one name: its heading, the browser's tab and the links to it (P450)", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { id, linkSlug, title } = await createLink(page.request, { title: "Summer" });
	const shared = await page.request.put(API.analytics.publicPage(id), { data: {} });
	const { url } = (await shared.json()) as { url: string };
	const screens: [path: string, heading: string, tab?: string][] = [
		["/pricing", "Subscription Plans"],
		["/privacy", "Privacy Policy"],
		["/terms", "Terms and Conditions"],
		["/admin", "Admin Dashboard"],
		["/admin/link/new", "Create New Link"],
		["/admin/import", "Import and export"],
		["/admin/analytics", "Analytics"],
		["/account", "Account"],
		["/payment-success", "Payment Successful!"],
		[`/admin/link/edit/${linkSlug}`, "Edit Link"],
		[`/admin/link/previews/${linkSlug}`, "Previews", `Previews of ${title}`],
		[`/admin/link/stats/${linkSlug}`, "Statistics", `Statistics of ${title}`],
		[new URL(url).pathname, "Statistics", `Statistics of ${title}`],
		["/admin/link/edit/nowhere", "Link Not Found"],
	];
	const specified: typeof SPECIFIED = { ...SPECIFIED, [`/admin/link/edit/${linkSlug}`]: ["Edit"] };
	const headings = new Map(screens.map(([path, heading]) => [path, heading]));
	for (const [path, heading, tab = heading] of screens) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 }).first()).toHaveText(heading);
		await expect(page).toHaveTitle(`${tab} · Visualink`);
		await openMenus(page);
		for (const { target, name } of await linksOf(page)) {
			const known = headings.get(target);
			if (known) expect([known, ...(specified[target] ?? [])], `${path} links to ${target}`).toContain(name);
		}
	}
});

async function openMenus(page: Page): Promise<void> {
	await page.getByRole("button", { name: /Account menu/ }).click();
	await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
}

/** Links of header, its menu and the footer, and those to signed-in screens that are not part of a row. */
async function linksOf(page: Page): Promise<{ target: string; name: string }[]> {
	return await page
		.locator("header a[href^='/'], footer a[href^='/'], main a[href^='/admin/']:not([data-link] a)")
		.evaluateAll((links) =>
			links.map((link) => ({
				target: (link.getAttribute("href") ?? "").replace(/[?#].*/, ""),
				name: (link.getAttribute("aria-label") ?? link.textContent ?? "").trim(),
			})),
		);
}
