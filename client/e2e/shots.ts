import type { Page } from "@playwright/test";
import { customize, findFaults, testThisLink, writeDiscordCard } from "./card-steps.ts";
import { consent, pickCountry, save } from "./onboarding-form.ts";
import { fillLink, openAccountDeletion, openMenu, reloadWith } from "./shot-steps.ts";

export type Shot = {
	name: string;
	path: string;
	/** What to do before the image is taken. */
	prepare?: (page: Page) => Promise<unknown>;
};

/** What anyone sees. */
export const PUBLIC: Shot[] = [
	{ name: "landing", path: "/" },
	{ name: "landing-boring", path: "/", prepare: (page) => page.getByRole("switch").click() },
	{
		name: "landing-sign-in-failed",
		path: "/?auth_error=denied",
		prepare: (page) => page.getByText("Sign-in failed").first().waitFor(),
	},
	{ name: "pricing", path: "/pricing" },
	{
		name: "pricing-monthly",
		path: "/pricing",
		prepare: (page) => page.getByRole("radio", { name: "Monthly" }).check(),
	},
	{ name: "pricing-loading", path: "/pricing", prepare: (page) => reloadWith(page, "**/api/plans", "never") },
	{ name: "pricing-failed", path: "/pricing", prepare: (page) => reloadWith(page, "**/api/plans", "fail") },
	{ name: "privacy", path: "/privacy" },
	{ name: "terms", path: "/terms" },
	{ name: "not-found", path: "/no/such/page" },
];

/** Someone who has just signed in for the first time. */
export const NEW_ACCOUNT: Shot[] = [
	{ name: "onboarding", path: "/onboarding" },
	{
		name: "onboarding-business",
		path: "/onboarding",
		prepare: (page) => page.getByRole("tab", { name: "Business" }).click(),
	},
	{
		name: "onboarding-countries",
		path: "/onboarding",
		prepare: (page) => page.getByLabel("Country of residence").click(),
	},
	{
		name: "onboarding-vat-refused",
		path: "/onboarding",
		prepare: async (page) => {
			await page.getByRole("tab", { name: "Business" }).click();
			await pickCountry(page, "Portugal");
			await page.getByLabel("Business name").fill("Engines Lda");
			await page.getByLabel("Business address").fill("Rua das Flores 1, Porto");
			await page.getByLabel("VAT Number").fill("PT12");
			await consent(page);
			await save(page);
			await page.getByText("Please enter a valid VAT number").waitFor();
		},
	},
	{
		name: "onboarding-mistakes",
		path: "/onboarding",
		prepare: (page) => page.getByRole("button", { name: "Save and continue" }).click(),
	},
];

/** Someone who has given consent, and pays for nothing. */
export const WITHOUT_PLAN: Shot[] = [
	{ name: "landing-signed-in", path: "/" },
	{ name: "pricing-signed-in", path: "/pricing" },
	{ name: "menu-without-plan", path: "/privacy", prepare: openMenu },
	{ name: "account-without-plan", path: "/account" },
	...accountSections("account-without-plan"),
	{
		name: "payment-verifying",
		path: "/payment-success",
		prepare: (page) => page.clock.pauseAt(Date.now() + 60_000).then(() => page.reload()),
	},
];

/** Someone on the smallest plan, without a link. */
export const NEW_SUBSCRIBER: Shot[] = [
	{
		name: "payment-success",
		path: "/payment-success",
		prepare: (page) => page.getByText("Payment Successful!").waitFor(),
	},
	{ name: "dashboard-empty", path: "/admin" },
	{ name: "new-link-without-custom-slug", path: "/admin/link/new" },
	{ name: "pricing-on-starter", path: "/pricing" },
	{ name: "api-locked", path: "/admin/api" },
	{ name: "assistants-locked", path: "/admin/api?tab=assistants" },
];

/** Someone with links; see `becomeBusySubscriber`. */
export const SUBSCRIBER: Shot[] = [
	{ name: "dashboard", path: "/admin" },
	{ name: "dashboard-loading", path: "/admin", prepare: (page) => reloadWith(page, "**/api/{links,stats}**", "never") },
	{ name: "dashboard-failed", path: "/admin", prepare: (page) => reloadWith(page, "**/api/{links,stats}**", "fail") },
	{
		name: "dashboard-menu",
		path: "/admin",
		prepare: (page) =>
			page
				.getByRole("button", { name: /^More for (?!this list)/ })
				.first()
				.click(),
	},
	...["Delete", "Share", "QR code"].map((entry) => ({
		name: `dashboard-${entry.toLowerCase().replace(" ", "-")}`,
		path: "/admin",
		prepare: async (page: Page) => {
			await page
				.getByRole("button", { name: /^More for (?!this list)/ })
				.first()
				.click();
			await page.getByRole("menuitem", { name: entry }).click();
			await page.waitForLoadState("networkidle");
		},
	})),
	{
		name: "dashboard-palette",
		path: "/admin",
		prepare: async (page) => {
			await page.getByRole("link", { name: /^Edit/ }).first().focus();
			await page.keyboard.press("ControlOrMeta+k");
			await page.getByRole("option").first().waitFor();
			await page.waitForLoadState("networkidle");
		},
	},
	{
		name: "dashboard-bookmarklet",
		path: "/admin",
		prepare: async (page) => {
			await page.getByRole("button", { name: "More for this list" }).click();
			await page.getByRole("menuitem", { name: "Bookmarklet" }).click();
			await page.getByText("Make a Visualink").click();
			await page.getByText(/^Not here: drag it/).waitFor();
		},
	},
	{ name: "import", path: "/admin/import" },
	{
		name: "dashboard-subscription",
		path: "/admin",
		prepare: (page) => page.getByRole("tab", { name: "Subscription" }).click(),
	},
	{
		name: "subscription-cancel",
		path: "/admin?tab=subscription",
		prepare: (page) => page.getByRole("button", { name: "Cancel subscription" }).click(),
	},
	{
		name: "subscription-details-failed",
		path: "/admin?tab=subscription",
		prepare: (page) => reloadWith(page, "**/api/subscriptions/details", "fail"),
	},
	{
		name: "your-details-failed",
		path: "/admin?tab=subscription&section=profile",
		prepare: (page) => reloadWith(page, "**/api/account/billing-details", "fail"),
	},
	...accountSections("account"),
	{
		name: "your-details",
		path: "/admin?tab=subscription&section=profile",
		prepare: async (page) => {
			await page.getByRole("button", { name: "Edit details" }).click();
			await page.getByRole("button", { name: "Save details" }).waitFor();
		},
	},
	{
		name: "look-up-failed",
		path: "/admin",
		prepare: async (page) => {
			await reloadWith(page, "**/api/subscriptions/active", "fail");
			await page.getByText("We could not read your subscription just now.").waitFor();
		},
	},
	{ name: "account-delete", path: "/admin", prepare: openAccountDeletion },
	{
		name: "account-delete-mistake",
		path: "/admin",
		prepare: async (page) => {
			await openAccountDeletion(page);
			await page.getByLabel("Your user name").press("Enter");
		},
	},
	{
		name: "account-delete-failed",
		path: "/admin",
		prepare: async (page) => {
			const { userSlug } = (await (await page.request.get("/api/auth/user")).json()) as { userSlug: string };
			await page.route("**/api/account", (route) => route.fulfill({ status: 502, body: "broken" }));
			await openAccountDeletion(page);
			await page.getByLabel("Your user name").fill(userSlug);
			await page.getByLabel("Your user name").press("Enter");
			await page.getByRole("alert").waitFor();
		},
	},
	{ name: "privacy-signed-in", path: "/privacy" },
	{ name: "menu", path: "/admin", prepare: openMenu },
	{ name: "new-link", path: "/admin/link/new" },
	{
		name: "new-link-mistakes",
		path: "/admin/link/new",
		prepare: (page) => page.getByRole("button", { name: "Create Link" }).click(),
	},
	{ name: "new-link-filled", path: "/admin/link/new", prepare: fillLink },
	{
		name: "new-link-made",
		path: "/admin/link/new",
		prepare: async (page) => {
			await fillLink(page);
			await page.getByRole("button", { name: "Create Link" }).click();
			await page.getByRole("button", { name: "Make another" }).waitFor();
		},
	},
	{
		name: "new-link-refused",
		path: "/admin/link/new",
		prepare: async (page) => {
			await fillLink(page);
			await page.route("**/api/links", (route) =>
				route.fulfill({ status: 401, json: { kind: "unauthenticated", message: "Unauthorized" } }),
			);
			await page.getByRole("button", { name: "Create Link" }).click();
			await page.getByRole("link", { name: "Sign in again" }).waitFor();
		},
	},
	{
		name: "edit-link-changed",
		path: "/admin/link/edit/algarve",
		prepare: async (page) => {
			await page.getByLabel("Title").fill("Mine");
			await page.route("**/api/links/by-slug/algarve", (route) =>
				route.fulfill({ status: 409, json: { kind: "changed", message: "Someone else edited this link" } }),
			);
			await page.getByRole("button", { name: "Update Link" }).click();
			await page.getByRole("button", { name: "Keep theirs" }).waitFor();
		},
	},
	{ name: "edit-link", path: "/admin/link/edit/algarve" },
	{ name: "link-previews", path: "/admin/link/previews/algarve" },
	{ name: "link-statistics", path: "/admin/link/stats/algarve" },
	{ name: "edit-link-own-card", path: "/admin/link/previews/algarve", prepare: writeDiscordCard },
	{
		name: "edit-link-own-picture",
		path: "/admin/link/previews/algarve",
		prepare: async (page) => {
			await customize(page, "LinkedIn");
			await page.getByRole("button", { name: "Crop for this app" }).click();
			await page.getByText(/ of \d+ × \d+ pixels/).waitFor();
		},
	},
	{ name: "edit-link-tested", path: "/admin/link/previews/algarve", prepare: testThisLink },
	{ name: "edit-link-test-found", path: "/admin/link/previews/algarve", prepare: findFaults },
	{ name: "edit-link-not-found", path: "/admin/link/edit/no-such-link" },
];

/** The account's sections but the plan, which the states of billing show. */
function accountSections(name: string): Shot[] {
	return ["invoices", "profile", "links", "data"].map((section) => ({
		name: `${name}-${section}`,
		path: `/account?section=${section}`,
	}));
}
