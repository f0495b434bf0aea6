import type { Page } from "@playwright/test";
import type { ActiveSubscription } from "#shared/subscriptions/subscription.ts";
import { answerWith, expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test("cancels at the end of the period, and takes that back", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const end = await periodEnd(page);
	await openTab(page);
	await expect(page.getByRole("heading", { name: "Pro", exact: true })).toBeVisible();
	await expect(marker(page, "Active")).toHaveClass(/bg-good/);
	await expect(page.getByText("Next renewal", { exact: true }).locator("..")).toContainText(end);
	await expectAccessible(page);

	await page.getByRole("button", { name: "Cancel subscription" }).click();
	await expectToast(page, {
		title: "Subscription canceled",
		description: "Your subscription will be canceled at the end of the current period",
	});
	await expect(marker(page, `Canceled (ends on ${end})`)).toHaveClass(/bg-warn/);
	await expect(page.getByText("Next renewal")).toHaveCount(0);
	await expect(page.getByText("Active", { exact: true })).toHaveCount(0);
	await expectAccessible(page);

	await page.getByRole("button", { name: "Reactivate subscription" }).click();
	await expectToast(page, {
		title: "Subscription reactivated",
		description: "Your subscription has been successfully reactivated",
	});
	await expect(marker(page, "Active")).toHaveClass(/bg-good/);
	await expect(page.getByText("Next renewal", { exact: true })).toBeVisible();
});

test.describe("when a call fails", () => {
	test.use({ expectedNoise: /Failed to load resource|could not be looked up/ });
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request, { plan: "basic" });
	});

	test("a cancellation that was refused changes nothing", async ({ page }) => {
		await answerWith(page, "/api/subscriptions/cancel", 502);
		await openTab(page);
		await page.getByRole("button", { name: "Cancel subscription" }).click();
		await expectToast(page, {
			title: "Error",
			description: "Could not cancel the subscription",
			isDestructive: true,
		});
		await expect(page.getByText("Active", { exact: true })).toBeVisible();
	});

	test("a reactivation that was refused changes nothing", async ({ page }) => {
		await page.request.post("/api/subscriptions/cancel");
		await answerWith(page, "/api/subscriptions/reactivate", 502);
		await openTab(page);
		await page.getByRole("button", { name: "Reactivate subscription" }).click();
		await expectToast(page, {
			title: "Error",
			description: "Could not reactivate the subscription",
			isDestructive: true,
		});
		await expect(page.getByText(/^Canceled \(ends on/)).toBeVisible();
	});

	test("a subscription that could not be read again after a change", async ({ page }) => {
		await openTab(page);
		await answerWith(page, "/api/subscriptions/active", 500);
		await page.getByRole("button", { name: "Cancel subscription" }).click();
		await expectToast(page, {
			title: "Error",
			description: "Could not load your subscription information",
			isDestructive: true,
		});
	});
});

test("a subscription that has ended while the dashboard is open", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await openTab(page);
	await answerWith(page, "/api/subscriptions/active", 200, { active: false, subscription: null });
	await page.getByRole("button", { name: "Cancel subscription" }).click();
	await expect(page).toHaveURL("/pricing");
});

async function openTab(page: Page): Promise<void> {
	await page.goto("/admin");
	await page.getByRole("tab", { name: "Subscription" }).click();
}

/** The coloured dot before a state. */
function marker(page: Page, text: string) {
	return page.getByRole("tabpanel").getByText(text, { exact: true }).locator("..").locator("span").first();
}

async function periodEnd(page: Page): Promise<string> {
	const { subscription } = (await (await page.request.get("/api/subscriptions/active")).json()) as ActiveSubscription;
	return new Date(subscription?.currentPeriodEnd ?? "").toLocaleDateString("en-US", {
		month: "long",
		day: "numeric",
		year: "numeric",
		timeZone: "UTC",
	});
}
