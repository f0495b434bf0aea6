import type { Locator, Page } from "@playwright/test";
import { BILLING_STATES } from "./billing-states.ts";
import { expect, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";
import { CARDS, control, customerOf } from "./stripe-sandbox.ts";

test("an upgrade is paid in our dialog, and the page after it names the new plan", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic", isAnnual: true });
	const card = page.getByRole("article", { name: "Pro" });
	await page.goto("/pricing");
	await expect(card.getByText("Today €100.00, then €199.90 a year", { exact: true })).toBeVisible();
	const question = await choose(page, "Pro");
	await expect(question).toHaveAccessibleName("Upgrade to Pro?");
	await expect(
		question.getByText(/^Today €100\.00, then €199\.90 a year from [A-Z][a-z]+ \d{1,2}, \d{4}\.$/),
	).toBeVisible();
	await question.getByRole("button", { name: "Pay €100.00" }).click();
	await expect(page).toHaveURL(/\/payment-success/);
	await expect(page.getByText("Plan:", { exact: true }).locator("..")).toHaveText("Plan:Pro");
});

test("a canceled subscriber who goes back from the bank's question by the browser's own button is still canceled", async ({
	page,
}) => {
	await BILLING_STATES.canceling(page.request);
	await control(page.request, "set-card", { customer: await customerOf(page.request), cardNumber: CARDS.authenticate });
	const question = await choose(page, "Enterprise");
	await question.getByRole("button", { name: /^Pay €/ }).click();
	await expect(page.getByRole("button", { name: "Complete authentication" })).toBeVisible();
	await page.goBack({ waitUntil: "commit" });
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
