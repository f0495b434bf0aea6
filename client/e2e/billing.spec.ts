import type { Page } from "@playwright/test";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { expect, openReady, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

const GOOD_CARD = "4242 4242 4242 4242";
const DECLINED_CARD = "4000 0000 0000 0002";
const CARD_THAT_ASKS = "4000 0027 6000 3155";

test.describe("with a card that is declined first", () => {
	// Chromium reports the sandbox's 402 page.
	test.use({ expectedNoise: /Failed to load resource/ });

	test("subscribes once another card is used", async ({ page }) => {
		await becomePerson(page.request, { hasConsent: true });
		await choose(page, "Basic");
		await payWith(page, DECLINED_CARD);
		await expect(page.getByText("Your card was declined.")).toBeVisible();
		expect((await subscriptionOf(page)).active).toBe(false);
		await payWith(page, GOOD_CARD);
		await expectSuccess(page, "Basic");
		expect(await subscriptionOf(page)).toMatchObject({
			active: true,
			subscription: { planId: "basic", isAnnual: true },
		});
	});
});

test("subscribes monthly, with a promotion code and 3-D Secure", async ({ page }) => {
	await becomePerson(page.request, { hasConsent: true });
	await openReady(page, "/pricing");
	await page.getByRole("radio", { name: "Monthly" }).check();
	await page.getByRole("article", { name: "Pro" }).getByRole("button").click();
	await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
	await page.getByLabel("Promotion code").fill("FIRST50OFF");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByText("Promotion code FIRST50OFF")).toBeVisible();
	await payWith(page, CARD_THAT_ASKS);
	await page.getByRole("button", { name: "Complete authentication" }).click();
	await expectSuccess(page, "Pro");
	expect(await subscriptionOf(page)).toMatchObject({ active: true, subscription: { planId: "pro", isAnnual: false } });
});

/** Presses a plan's button on the pricing page, yearly. */
async function press(page: Page, plan: string): Promise<void> {
	await page.goto("/pricing");
	await page.getByRole("article", { name: plan }).getByRole("button").click();
}

async function choose(page: Page, plan: string): Promise<void> {
	await press(page, plan);
	await expect(page).toHaveURL(/\/sandbox\/stripe\//);
}

async function payWith(page: Page, cardNumber: string): Promise<void> {
	await page.getByLabel("Card number").fill(cardNumber);
	await page.getByRole("button", { name: "Subscribe" }).click();
}

async function expectSuccess(page: Page, plan: string): Promise<void> {
	await expect(page).toHaveURL(/\/payment-success\?session_id=/);
	await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
	await expect(page.getByText(plan, { exact: true })).toBeVisible();
}

async function subscriptionOf(page: Page): Promise<ActiveSubscription> {
	return (await page.request.get("/api/subscriptions/active")).json();
}
