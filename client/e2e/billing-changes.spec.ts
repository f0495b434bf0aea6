import type { Locator, Page } from "@playwright/test";
import { BILLING_STATES } from "./billing-states.ts";
import { expect, test } from "./fixtures.ts";
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
	await question.getByRole("button", { name: "Continue to payment" }).click();
	await expect(page.getByRole("heading", { name: "Confirm your updates" })).toBeVisible();
	await expect(page.getByText("€100.00").first()).toBeVisible();
	await page.getByRole("button", { name: "Confirm" }).click();
	await expect(page).toHaveURL(/\/payment-success/);
	await expect(page.getByText("Plan:", { exact: true }).locator("..")).toHaveText("Plan:Pro");
});

test("a subscriber who only looks at another plan, and goes back by the browser's own button, is still canceled at once", async ({
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

/** Presses a plan's button on the pricing page, yearly, and answers the dialog that asks. */
async function choose(page: Page, plan: string): Promise<Locator> {
	await page.goto("/pricing");
	await page.getByRole("article", { name: plan }).getByRole("button").click();
	const question = page.getByRole("dialog");
	await expect(question).toBeVisible();
	return question;
}
