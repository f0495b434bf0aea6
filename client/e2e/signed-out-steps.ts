import type { Page } from "@playwright/test";
import { expect, expectToast } from "./fixtures.ts";

export const TITLE = "Summer in the Algarve";

export function row(page: Page) {
	return page.getByRole("listitem").filter({ hasText: TITLE });
}

export async function expectSignedOut(page: Page): Promise<void> {
	await expectToast(page, { title: "Authentication required", description: "Please sign in to access this page" });
	await expect(page).toHaveURL("/");
	await expect(page.getByRole("link", { name: "Get Started with Google" })).toBeVisible();
	const html = await page.content();
	expect(html).not.toContain("ada-");
	expect(html).not.toContain(TITLE);
	expect(html).not.toContain("Account menu");
}
