import type { Page } from "@playwright/test";

/** Opens the menu of the link with this title, and chooses from it. */
export async function chooseInMenu(page: Page, title: string, entry: string): Promise<void> {
	await page.getByRole("button", { name: `More for ${title}`, exact: true }).click();
	await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

/** Opens the menu of the whole list, and chooses from it. */
export async function chooseOfList(page: Page, entry: string): Promise<void> {
	await page.getByRole("button", { name: "More for this list", exact: true }).click();
	await page.getByRole("menuitem", { name: new RegExp(`^${entry}`) }).click();
}
