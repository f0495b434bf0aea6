import type { Page } from "@playwright/test";
import { BILLING_STATES } from "./billing-states.ts";
import { expect, expectAccessible, expectSentToPlans, expectToast, test } from "./fixtures.ts";
import { control } from "./stripe-sandbox.ts";

const FAILED = "Your last payment of €19.99 failed. Pay it to create links again.";
const OWED = /^Pro, paid monthly, due since [A-Z][a-z]+ \d{1,2}, \d{4}\.$/;

/** From here on no event of Stripe's arrives before the test has seen its screens. */
async function inSilence(page: Page, look: () => Promise<void>): Promise<void> {
	await control(page.request, "webhooks/pause", {});
	try {
		await look();
	} finally {
		await control(page.request, "webhooks/resume", {});
	}
}

async function payHere(page: Page): Promise<void> {
	await expect(page.getByLabel("Card number")).toBeVisible();
	await page.getByLabel("Card number").fill("4242 4242 4242 4242");
	await page.getByRole("button", { name: /^(Pay|Use this card)$/ }).click();
}

for (const state of ["past-due", "unpaid"] as const) {
	test(`${state}: the guard leads to the plans, which show the amount owed and every way out`, async ({ page }) => {
		await BILLING_STATES[state](page.request);
		await page.goto("/admin");
		await expectSentToPlans(page);
		const main = page.getByRole("main");
		await expect(main.getByText(FAILED, { exact: true })).toBeVisible();
		await expect(main.getByText(OWED)).toBeVisible();
		for (const name of ["Pay €19.99", "Update card", "Invoices", "Cancel subscription"]) {
			await expect(main.getByRole("button", { name, exact: true })).toBeEnabled();
		}
		await expectAccessible(page);
		await main.getByRole("link", { name: "See your account" }).click();
		await expect(page).toHaveURL("/account");
		await expect(main.getByText(FAILED, { exact: true })).toBeVisible();
	});
}

test("the avatar's menu has the same, and cancels after a question", async ({ page }) => {
	await BILLING_STATES["past-due"](page.request);
	await page.goto("/privacy");
	await page.getByRole("button", { name: /Account menu/ }).click();
	const menu = page.getByRole("menu");
	await expect(menu.getByText("Payment of €19.99 failed")).toBeVisible();
	for (const name of ["Account", "Pay €19.99", "Update card", "Invoices"]) {
		await expect(menu.getByRole("menuitem", { name, exact: true })).toBeVisible();
	}
	await expect(menu.getByRole("menuitem", { name: "Manage subscription" })).toHaveAttribute("href", "/pricing");
	await expect(menu.getByText("Get subscription")).toHaveCount(0);
	await expectAccessible(page);
	await menu.getByRole("menuitem", { name: "Cancel subscription" }).click();
	const question = page.getByRole("dialog", { name: "Cancel your subscription?" });
	await expect(question.getByText(/^Your Pro plan ends now\. The open invoice of €19\.99 is voided/)).toBeVisible();
	await expectAccessible(page);
	await question.getByRole("button", { name: "Cancel subscription" }).click();
	await expectToast(page, {
		title: "Subscription ended",
		description: "The open invoice of €19.99 is void. You won't be charged again.",
	});
	await expect(page.getByText(FAILED, { exact: true })).toHaveCount(0);
	await page.goto("/pricing");
	await expect(page.getByRole("article", { name: "Starter" }).getByRole("button", { name: "Subscribe" })).toBeVisible();
});

test("invoices open, and lead back to the account", async ({ page }) => {
	await BILLING_STATES["past-due"](page.request);
	await page.goto("/account");
	await page.getByRole("button", { name: "Invoices", exact: true }).click();
	await expect(page).toHaveURL(/\/sandbox\/stripe\/portal\//);
	await page.getByRole("link", { name: "Back" }).click();
	await expect(page).toHaveURL("/account");
	await expect(page.getByText(FAILED, { exact: true })).toBeVisible();
});

test.describe("with Stripe's events held back", () => {
	// One after the other: all share the sandbox, which holds back everyone's.
	test.describe.configure({ mode: "default" });

	test("the first screen after a payment shows it, though no event has arrived", async ({ page }) => {
		await BILLING_STATES["past-due"](page.request);
		await page.goto("/privacy");
		await inSilence(page, async () => {
			await page.getByRole("button", { name: "Pay €19.99" }).click();
			await payHere(page);
			await expect(page.getByText("Total (paid)")).toBeVisible();
			await page.goto("/admin");
			await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
			await expect(page.getByText(FAILED)).toHaveCount(0);
		});
	});

	test("the same is true after the browser's own Back button", async ({ page }) => {
		await BILLING_STATES["past-due"](page.request);
		await page.goto("/pricing");
		const entries = await page.evaluate(() => history.length);
		await inSilence(page, async () => {
			await page.getByRole("button", { name: "Pay €19.99" }).click();
			await payHere(page);
			await expect(page.getByText("Total (paid)")).toBeVisible();
			// In one move: a page that is being brought back has no history to ask for.
			await page.evaluate((first) => history.go(first - history.length), entries);
			await expect(page).toHaveURL("/pricing");
			await expect(
				page.getByRole("article", { name: "Pro" }).getByRole("button", { name: "Current Plan" }),
			).toBeVisible();
			await expect(page.getByText(FAILED)).toHaveCount(0);
		});
	});

	test("a new card leads back to the account, which is up to date at once", async ({ page }) => {
		await BILLING_STATES["past-due"](page.request);
		await page.goto("/pricing");
		await inSilence(page, async () => {
			await page.getByRole("button", { name: "Update card" }).click();
			await payHere(page);
			await expect(page).toHaveURL("/account");
			await expect(page.getByText("Active", { exact: true })).toBeVisible();
			await page.getByRole("link", { name: "Go to dashboard" }).click();
			await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
		});
	});

	test("the first screen after canceling in the portal shows it", async ({ page }) => {
		await BILLING_STATES.monthly(page.request);
		await page.goto("/admin?tab=subscription");
		await inSilence(page, async () => {
			await page.getByRole("button", { name: "Invoices and payment method" }).click();
			// The dashboard's tab has a button of the same name.
			await expect(page).toHaveURL(/\/sandbox\/stripe\/portal\//);
			await page.getByRole("button", { name: "Cancel subscription" }).click();
			// A press on "Back" before the portal has answered would take the form back.
			await expect(page.getByText(/^Cancels on /)).toBeVisible();
			await page.getByRole("link", { name: "Back" }).click();
			await expect(page).toHaveURL("/admin?tab=subscription");
			await expect(page.getByText(/^Canceled \(ends on /)).toBeVisible();
		});
	});
});

test.describe("another plan", () => {
	// Chromium reports the refusals.
	test.use({ expectedNoise: /status of 409/ });

	test("asks first, then either pays the invoice or ends the plan", async ({ page }) => {
		await BILLING_STATES["past-due"](page.request);
		await page.goto("/pricing");
		const starter = page.getByRole("article", { name: "Starter" }).getByRole("button");
		await starter.click();
		const question = page.getByRole("dialog", { name: "A payment is due" });
		await expect(
			question.getByText("You owe €19.99 for Pro. Pay it first, or end Pro and start Starter.", { exact: true }),
		).toBeVisible();
		await expectAccessible(page);
		await question.getByRole("button", { name: "Not now" }).click();
		await expect(page.getByText(FAILED, { exact: true })).toBeVisible();

		await starter.click();
		await question.getByRole("button", { name: "Pay €19.99" }).click();
		await expect(page).toHaveURL(/\/sandbox\/stripe\/invoices\//);
		await page.goto("/pricing");

		await starter.click();
		await question.getByRole("button", { name: "End plan and continue" }).click();
		await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
		await page.goBack({ waitUntil: "commit" });
		await expect(starter).toHaveText("Subscribe");
		await expect(page.getByText(FAILED)).toHaveCount(0);
	});
});

test("the owed plan's own button leads to the payment", async ({ page }) => {
	await BILLING_STATES["past-due"](page.request);
	await page.goto("/pricing");
	await page.getByText("Monthly", { exact: true }).click();
	await page.getByRole("article", { name: "Pro" }).getByRole("button").click();
	await expect(page).toHaveURL(/\/sandbox\/stripe\/invoices\//);
});
