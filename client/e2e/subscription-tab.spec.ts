import type { Page } from "@playwright/test";
import { API } from "#shared/platform/api-paths.ts";
import { expect, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

const GREEN = "rgb(43, 168, 74)";
const YELLOW = "rgb(242, 185, 12)";

test("a subscription has a green marker, and a yellow one in both themes once it is canceled", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await openTab(page);
	await expect(marker(page, /^Active$/)).toHaveCSS("background-color", GREEN);

	await page.request.post(API.subscriptions.cancel);
	await openTab(page);
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		await expect(marker(page, /^Canceled \(ends on/)).toHaveCSS("background-color", YELLOW);
	}
});

async function openTab(page: Page): Promise<void> {
	await page.goto("/admin");
	await page.getByRole("tab", { name: "Subscription" }).click();
}

/** The colored dot before a state. */
function marker(page: Page, text: RegExp) {
	return page.getByRole("tabpanel").getByText(text).locator("..").locator("span").first();
}
