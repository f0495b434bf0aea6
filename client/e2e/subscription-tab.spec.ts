import type { Page } from "@playwright/test";
import type { ActiveSubscription } from "#shared/subscriptions/subscription.ts";
import { answerWith, expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

const GREEN = "rgb(43, 168, 74)";
const YELLOW = "rgb(242, 185, 12)";

test("cancels at the end of the period, and takes that back", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const end = await periodEnd(page);
	await openTab(page);
	await expect(page.getByRole("heading", { name: "Pro", exact: true })).toBeVisible();
	await expect(marker(page, "Active")).toHaveCSS("background-color", GREEN);
	await expect(page.getByText("Next renewal", { exact: true }).locator("..")).toContainText(end);
	await expectAccessible(page);

	await page.getByRole("button", { name: "Cancel subscription" }).click();
	const question = page.getByRole("dialog", { name: "Cancel your subscription?" });
	await expect(question.getByText(`Your Pro plan stays until ${end}, its last day.`)).toBeVisible();
	await expect(question.getByText(/^Your links keep working: they still show/)).toBeVisible();
	await expectAccessible(page);
	await question.getByRole("button", { name: "Keep subscription" }).click();
	await expect(page.getByRole("button", { name: "Cancel subscription" })).toBeFocused();
	await expect(marker(page, "Active")).toBeVisible();

	await cancel(page);
	await expectToast(page, {
		title: "Subscription canceled",
		description: "Your subscription will be canceled at the end of the current period",
	});
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		await expect(marker(page, `Canceled (ends on ${end})`)).toHaveCSS("background-color", YELLOW);
	}
	await expect(page.getByText("Next renewal")).toHaveCount(0);
	await expect(page.getByText("Active", { exact: true })).toHaveCount(0);
	await expectAccessible(page);

	await page.getByRole("button", { name: "Reactivate subscription" }).click();
	await expectToast(page, {
		title: "Subscription reactivated",
		description: "Your subscription has been successfully reactivated",
	});
	await expect(marker(page, "Active")).toHaveCSS("background-color", GREEN);
	await expect(page.getByText("Next renewal", { exact: true })).toBeVisible();
	await expect(page.getByRole("heading", { name: "Pro", exact: true })).toBeFocused();
});

test.describe("when a call fails", () => {
	test.use({ expectedNoise: /Failed to load resource|could not be looked up/ });
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request, { plan: "basic" });
	});

	test("a cancellation that was refused changes nothing", async ({ page }) => {
		await answerWith(page, "/api/subscriptions/cancel", 502);
		await openTab(page);
		await cancel(page);
		await expectToast(page, {
			title: "Error",
			description: "Could not cancel the subscription",
			isDestructive: true,
		});
		await expect(page.getByText("Active", { exact: true })).toBeVisible();
	});

	test("a cancellation with a lost answer is checked, and its real outcome shown", async ({ page }) => {
		await openTab(page);
		await page.route("**/api/subscriptions/cancel", async (route) => {
			await route.fetch();
			await route.fulfill({ status: 502, body: "slow" });
		});
		await cancel(page);
		await expectToast(page, { title: "Just a moment", description: "This may already be done. We're checking" });
		await expectToast(page, {
			title: "Subscription canceled",
			description: "Your subscription will be canceled at the end of the current period",
		});
		await expect(page.getByText(/^Canceled \(ends on/)).toBeVisible();
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
		await cancel(page);
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
	await answerWith(page, "/api/subscriptions/active", 200, {
		active: false,
		subscription: null,
		alsoPaying: [],
		paymentFailed: false,
	});
	await cancel(page);
	await expect(page).toHaveURL("/pricing");
});

/** Cancels, and says yes in the dialog that asks. */
async function cancel(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Cancel subscription" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
}

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
	});
}
