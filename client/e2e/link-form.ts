import type { Locator, Page } from "@playwright/test";

const TARGET = "https://example.com/algarve";

export function preview(page: Page): Locator {
	return page.getByRole("region", { name: "Live preview" });
}

/** Fills in what every link needs. */
export async function fill(page: Page): Promise<void> {
	await page.getByLabel("Title").fill("Summer in the Algarve");
	await page.getByLabel("Description").fill("Eleven quiet beaches.");
	await page.getByLabel("Target URL").fill(TARGET);
}

export async function submit(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Create Link" }).click();
}

/** The row of a link that has just been made. */
export function madeRow(page: Page): Locator {
	return page
		.getByRole("list", { name: "Your Links" })
		.getByRole("listitem")
		.filter({ has: page.getByText("New", { exact: true }) });
}

/** A button in the toast that is shown. */
export function inToast(page: Page, name: string): Locator {
	return page.getByRole("region", { name: /Notifications/ }).getByRole("button", { name, exact: true });
}

/** As people do it, with the keyboard. */
export async function paste(field: Locator, text: string): Promise<void> {
	const page = field.page();
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
	await field.focus();
	await page.keyboard.press("ControlOrMeta+V");
}
