import type { Locator, Page } from "@playwright/test";
import { BILLING_STATES } from "./billing-states.ts";
import { answerWith, expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test("an upgrade is confirmed at Stripe, and the page after it names the new plan", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic", isAnnual: true });
	const card = page.getByRole("article", { name: "Pro" });
	await page.goto("/pricing");
	await expect(card.getByText("Today €100.00, then €199.90 a year", { exact: true })).toBeVisible();
	const question = await choose(page, "Pro");
	await expect(question).toHaveAccessibleName("Upgrade to Pro?");
	await expect(
		question.getByText(/^Today €100\.00, then €199\.90 a year from [A-Z][a-z]+ \d{1,2}, \d{4}\.$/),
	).toBeVisible();
	await expectAccessible(page);
	await question.getByRole("button", { name: "Continue to payment" }).click();
	await expect(page.getByRole("heading", { name: "Confirm your updates" })).toBeVisible();
	await expect(page.getByText("€100.00").first()).toBeVisible();
	await page.getByRole("button", { name: "Confirm" }).click();
	await expect(page).toHaveURL(/\/payment-success/);
	await expect(page.getByText("Plan:", { exact: true }).locator("..")).toHaveText("Plan:Pro");
});

test("a planned downgrade comes back to the subscription tab, says from when, and can be called off", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "pro", isAnnual: true });
	const question = await choose(page, "Starter");
	await expect(question).toHaveAccessibleName("Downgrade to Starter?");
	await expect(question.getByText(/^Nothing is charged today\. Your Pro plan stays as it is until/)).toBeVisible();
	await expect(question.getByText(/^From [A-Z][a-z]+ \d{1,2}, \d{4} you pay €49\.90 a year\.$/)).toBeVisible();
	await expectAccessible(page);
	await question.getByRole("button", { name: "Change plan" }).click();
	await expect(page).toHaveURL("/admin?tab=subscription");
	const card = page.getByRole("tabpanel", { name: "Subscription" });
	await expect(card.getByText(/^Changes to Starter on [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible();
	await expect(card.getByText("Price at next renewal").locator("..")).toContainText("€49.90");
	await expect(card.getByText("Card", { exact: true }).locator("..")).toContainText("Visa ending in 4242, expires");
	await expectAccessible(page);
	await card.getByRole("button", { name: "Keep my plan" }).click();
	await expectToast(page, { title: "Plan kept", description: "You stay on Pro" });
	await expect(card.getByText(/^Changes to/)).toHaveCount(0);
	await expect(card.getByText("Price at next renewal").locator("..")).toContainText("€199.90");
});

test("who goes on before Stripe has told of a planned change stays there", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await page.goto("/admin?q=spring&tab=subscription&changed=planned");
	await expect(page).toHaveURL("/admin?q=spring&tab=subscription");

	let tell = () => {};
	const isTold = new Promise<void>((resolve) => {
		tell = resolve;
	});
	await page.route("**/api/subscriptions/active?*", async (route) => {
		await isTold;
		const answer = (await (await route.fetch()).json()) as object;
		await route.fulfill({ json: { ...answer, paymentFailed: true } });
	});
	const question = page.waitForRequest("**/api/subscriptions/active?*");
	await page.goto("/admin?tab=subscription&changed=planned");
	await question;
	await page.getByRole("link", { name: "New Link", exact: true }).click();
	await page.getByLabel("Title").fill("Half a link");
	tell();
	// Drawn after whatever else the answer leads to.
	await expect(page.getByText(/^Your last payment failed/)).toBeVisible();
	await expect(page).toHaveURL("/admin/link/new");
	await expect(page.getByLabel("Title")).toHaveValue("Half a link");
});

test("what a cancellation drops is named, and offered again with the next price", async ({ page }) => {
	await BILLING_STATES["planned-change"](page.request);
	await page.goto("/admin?tab=subscription");
	await page.getByRole("button", { name: "Cancel subscription" }).click();
	const question = page.getByRole("dialog");
	await expect(question.getByText(/^Changes to Starter on .+ Canceling drops this change\./)).toBeVisible();
	await expectAccessible(page);
	await question.getByRole("button", { name: "Cancel subscription" }).click();
	await expect(page.getByText(/^If you reactivate, Pro renews on .+ for €199\.90 a year/)).toBeVisible();
	await page.getByRole("button", { name: "Reactivate subscription" }).click();
	await expect(page.getByText("Your change to Starter was dropped when you canceled. Plan it again?")).toBeVisible();
	await expect(page.getByText(/^Otherwise your next renewal is €199\.90 on /)).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Plan again" }).click();
	await question.getByRole("button", { name: "Change plan" }).click();
	await expect(page.getByText(/^Changes to Starter on /)).toBeVisible();
	await expect(page.getByText(/was dropped/)).toHaveCount(0);
});

test.describe("with a pending cancellation", () => {
	test("the dialog for another plan says that it undoes the cancellation, and opening it changes nothing", async ({
		page,
	}) => {
		await BILLING_STATES.canceling(page.request);
		await page.goto("/pricing");
		const upgrade = page.getByRole("article", { name: "Enterprise" }).getByRole("button");
		await upgrade.click();
		const question = page.getByRole("dialog");
		await expect(question.getByText(/^Your subscription ends on .+ undoes this cancellation/)).toBeVisible();
		await expectAccessible(page);
		await question.getByRole("button", { name: "Keep my plan" }).click();
		await expect(question).toBeHidden();
		await expect(upgrade).toBeEnabled();
		await upgrade.click();
		await question.getByRole("button", { name: "Continue to payment" }).click();
		await expect(page.getByRole("heading", { name: "Confirm your updates" })).toBeVisible();

		await page.getByRole("link", { name: /return|back/i }).click();
		await expect(page).toHaveURL("/pricing");
		await page.goto("/admin?tab=subscription");
		await expect(page.getByText(/^Canceled \(ends on /)).toBeVisible();
	});

	test("who has only looked, and goes back by the browser's own button, finds it as it was, at once", async ({
		page,
	}) => {
		await BILLING_STATES.canceling(page.request);
		await page.goto("/pricing");
		await page.getByRole("article", { name: "Enterprise" }).getByRole("button").click();
		await page.getByRole("dialog").getByRole("button", { name: "Continue to payment" }).click();
		await expect(page.getByRole("heading", { name: "Confirm your updates" })).toBeVisible();
		// The restored page is left as soon as it has asked.
		const question = page.waitForRequest("**/api/subscriptions/active?*");
		await page.goBack({ waitUntil: "commit" });
		await question;
		await page.goto("/admin?tab=subscription");
		await expect(page.getByText(/^Canceled \(ends on /)).toBeVisible();
	});
});

test("the tab leads to the other interval and to invoices and payment method", async ({ page }) => {
	await BILLING_STATES.monthly(page.request);
	await page.goto("/admin?tab=subscription");
	await page.getByRole("button", { name: "Switch to yearly" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Continue to payment" }).click();
	await expect(page.getByRole("heading", { name: "Confirm your updates" })).toBeVisible();
	await page.goto("/admin?tab=subscription");
	await page.getByRole("button", { name: "Invoices and payment method" }).click();
	await expect(page).toHaveURL(/\/sandbox\/stripe\/portal\//);
});

test("a second subscription is named, and ends on demand", async ({ page }) => {
	await BILLING_STATES["two-subscriptions"](page.request);
	await page.goto("/admin?tab=subscription");
	const line = page.getByText(/^You also pay for Starter \(€4\.99 a month, since .+\): cancel it$/);
	await expect(line).toBeVisible();
	await line.getByRole("button").click();
	const question = page.getByRole("dialog", { name: "Cancel Starter?" });
	await expect(question.getByText(/stays as it is, and your links keep working\.$/)).toBeVisible();
	await expectAccessible(page);
	await question.getByRole("button", { name: "Cancel Starter" }).click();
	await expect(line).toHaveCount(0);
	await expect(page.getByText("Active", { exact: true })).toBeVisible();
});

test("a failed payment is shown on every screen until the card is replaced", async ({ page }) => {
	await BILLING_STATES["past-due"](page.request);
	const line = page.getByText("Your last payment of €19.99 failed. Pay it to create links again.", { exact: true });
	for (const path of ["/pricing", "/account", "/", "/privacy"]) {
		await page.goto(path);
		await expect(line).toHaveCount(1);
		await expect(line).toBeVisible();
	}
	await expectAccessible(page);
	await page.getByRole("button", { name: "Pay €19.99" }).click();
	await expect(page).toHaveURL(/\/sandbox\/stripe\/invoices\//);
	await page.getByLabel("Card number").fill("4242 4242 4242 4242");
	await page.getByRole("button", { name: /Pay/ }).click();
	await page.goto("/admin");
	await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
	await expect(line).toHaveCount(0);
});

test.describe("when Stripe is away", () => {
	test.use({ expectedNoise: /Failed to load resource/ });

	test("the tab has what we know, and card and price can be asked for again", async ({ page }) => {
		await BILLING_STATES.monthly(page.request);
		await answerWith(page, "/api/subscriptions/details", 502);
		await page.goto("/admin?tab=subscription");
		await expect(page.getByText("Active", { exact: true })).toBeVisible();
		await expect(page.getByText("We couldn't load your card and next price.")).toBeVisible();
		await page.unroute("**/api/subscriptions/details");
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.getByText("Price at next renewal").locator("..")).toContainText("€19.99");
	});
});

/** Presses a plan's button on the pricing page, yearly, and answers the dialog that asks. */
async function choose(page: Page, plan: string): Promise<Locator> {
	await page.goto("/pricing");
	await page.getByRole("article", { name: plan }).getByRole("button").click();
	const question = page.getByRole("dialog");
	await expect(question).toBeVisible();
	return question;
}
