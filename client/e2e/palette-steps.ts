import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
export const field = (page: Page) => page.getByRole("combobox", { name: "Search actions and links" });
export const options = (page: Page) => palette(page).getByRole("option");
export const chosen = (page: Page) => palette(page).getByRole("option", { selected: true });
export const row = (page: Page, title: string) => page.getByRole("toolbar", { name: title, exact: true });
export const editOf = (page: Page, title: string) => row(page, title).getByRole("link", { name: `Edit ${title}` });

export async function openPalette(page: Page): Promise<void> {
	await page.keyboard.press("ControlOrMeta+k");
	await expect(field(page)).toBeFocused();
	await expect(field(page)).toHaveValue("");
	await expect(options(page).first()).toBeVisible();
}

export function isLeftToTheBrowser(page: Page): Promise<boolean> {
	return page.evaluate(() => {
		const press = { key: "k", ctrlKey: true, bubbles: true, cancelable: true };
		return document.body.dispatchEvent(new KeyboardEvent("keydown", press));
	});
}
