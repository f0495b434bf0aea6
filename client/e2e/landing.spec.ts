import { expect, expectAccessible, expectToast, openReady, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test("a visitor is led to sign-in and to the prices", async ({ page }) => {
	await page.goto("/");
	await expect(page.getByRole("heading", { level: 1, name: "Link previews in Social Networks" })).toBeVisible();
	await expect(
		page.getByRole("main").getByText("Create custom link previews for social media sharing. No code required."),
	).toBeVisible();
	await expect(page.getByRole("link", { name: "Get Started with Google" })).toHaveAttribute("href", "/api/auth/google");
	await page.getByRole("main").getByRole("link", { name: "Pricing", exact: true }).click();
	await expect(page).toHaveURL("/#pricing");
	await expect(page.getByRole("heading", { level: 2, name: "Pricing" })).toBeInViewport();
});

test("a signed-in person is led to a new link", async ({ page }) => {
	await becomePerson(page.request, { hasConsent: true });
	await page.goto("/");
	await expect(page.getByRole("link", { name: "Create a link" })).toHaveAttribute("href", "/admin/link/new");
	await expect(page.getByRole("link", { name: "Get Started with Google" })).toBeHidden();
});

test("the demo swaps the sample link, and its hint goes for good once used", async ({ page }) => {
	await openReady(page, "/");
	const demo = page.getByRole("switch");
	const visualink = page.getByText("Sail the coast for half the price");
	const boring = page.getByText("Untitled document");
	await expect(demo).toBeChecked();
	await expect(visualink).toBeVisible();
	await expect(boring).toBeHidden();
	await expect(page.getByText(/Book with LAUNCH50OFF/)).toBeVisible();
	await expect(page.getByText("try me!")).toBeVisible();

	await demo.click();
	await expect(demo).not.toBeChecked();
	await expect(boring).toBeVisible();
	await expect(visualink).toBeHidden();
	await expect(page.getByText("try me!")).toBeHidden();
	const keys = await page.evaluate(() => Object.keys(localStorage));
	expect(keys.filter((key) => /v1$/.test(key))).toHaveLength(1);

	await page.reload();
	await expect(page.getByRole("link", { name: "Access with Google" })).toBeVisible();
	await expect(page.getByText("try me!")).toBeHidden();
});

test("shows what one gets, the discount, and the answers", async ({ page }) => {
	await page.goto("/");
	for (const feature of ["Custom Content", "Analytics", "Short URLs"]) {
		await expect(page.locator("#features").getByRole("heading", { level: 3, name: feature })).toBeVisible();
	}
	const everyApp = page.locator("section").filter({ hasText: "Check it before you share it" });
	await expect(everyApp.getByRole("listitem").getByRole("heading", { level: 3 })).toHaveText([
		...["WhatsApp", "LinkedIn", "X", "Slack", "iMessage"],
		"And once it's out",
	]);
	const pricing = page.locator("#pricing");
	await expect(pricing.getByText("50% discount")).toBeVisible();
	await expect(pricing.getByText("CUT50OFF")).toBeVisible();
	await expect(pricing.getByText(/50% off your first payment/)).toBeVisible();
	for (const plan of ["Starter", "Basic", "Pro", "Enterprise"]) {
		await expect(pricing.getByRole("heading", { level: 3, name: plan })).toBeVisible();
	}
	const faqs = page.locator("#faqs");
	await expect(faqs.getByText(/Starter plan includes up to 20 links/)).toBeVisible();
	await expect(faqs.getByText(/FIRST50OFF at checkout, your first month costs 50% less/)).toBeVisible();
	await expect(
		faqs.getByText(/CUT50OFF and LAUNCH50OFF take 50% off your first payment, .* One code per/),
	).toBeVisible();
	await expect(faqs.getByText(/30-day satisfaction guarantee/)).toBeVisible();
	await expect(faqs.getByText(/Invoices are issued from Portugal/)).toBeVisible();
	await expect(
		faqs.getByText(/lapsed subscription never breaks what you have shared: your links still show their preview/),
	).toBeVisible();
	await expect(faqs.getByRole("link", { name: "Contact us" })).toHaveAttribute("target", "_blank");
	await expectAccessible(page);
});

test("nothing moves and nothing overflows at 360 pixels", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/", { waitUntil: "networkidle" });
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
	await expectAccessible(page);
});

for (const [kind, sentence] of [
	["denied", "You did not allow the sign-in with Google. Nothing was changed."],
	["state", "The sign-in took too long or was started in another window. Please try again."],
	["unknown", "Google could not be reached. Please try again in a moment."],
] as const) {
	test(`a sign-in that came back with ${kind} is explained`, async ({ page }) => {
		await page.goto(`/?auth_error=${kind}`);
		await expectToast(page, { title: "Sign-in failed", description: sentence, isDestructive: true });
		await expect(page).toHaveURL("/");
	});
}
