import type { Page } from "@playwright/test";

export async function pickCountry(page: Page, name: string): Promise<void> {
	await page.getByLabel("Country of residence").click();
	await page.getByPlaceholder("Search country...").fill(name);
	await page.getByRole("option", { name }).click();
}

export async function consent(page: Page): Promise<void> {
	await page.getByRole("checkbox", { name: /terms and conditions/ }).check();
	await page.getByRole("checkbox", { name: /privacy policy/ }).check();
}

export async function save(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Save and continue" }).click();
}
