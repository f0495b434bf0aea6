import { expect, type Locator, type Page } from "@playwright/test";
import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";

/** Apps whose test finds nothing. */
const TESTED = DRAWN_PLATFORMS.filter(({ probe }) => probe)
	.map(({ name }) => name)
	.filter((name) => !["WhatsApp", "LinkedIn", "Discord"].includes(name));
const WORDY = "Check what runs in front of the service: a proxy, a firewall or a cache.";

/** In Previews: shows one app, and the fields of its own card. */
export async function customize(page: Page, app: string): Promise<Locator> {
	await page.getByRole("tab", { name: new RegExp(`^${app}`) }).click();
	const card = page.locator("details").filter({ has: page.getByText(/^Customize for /) });
	await expect(card).toBeVisible();
	// It opens by itself for an app that has a card, once that is known: a press just then would close it.
	await expect(async () => {
		if ((await card.getAttribute("open")) === null) await card.getByText(/^Customize for /).click();
		await expect(card).toHaveAttribute("open", "", { timeout: 1_000 });
	}).toPass();
	return card;
}

/** Writes another card for Discord, with color and button. */
export async function writeDiscordCard(page: Page): Promise<void> {
	await customize(page, "Discord");
	await page.getByLabel("Title for Discord").fill("Eleven quiet beaches for people who play on Discord");
	await page.getByLabel("Button").fill("See all eleven");
	await page.getByLabel("Accent color").fill("#cb3419");
}

/** 'Test this link' over the address that this page has. */
export async function testThisLink(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Test this link" }).click();
	await page.getByText(/get the right card/).waitFor();
}

/** The same, with what a proxy in front of the service might do. */
export async function findFaults(page: Page): Promise<void> {
	const found = (fetcher: string, level: string, text: string, mend = WORDY) => ({
		fetcher,
		findings: [{ level, text: `${fetcher} ${text}`, mend }],
	});
	const results = [
		found("WhatsApp", "fail", "got no Content-Length for the image"),
		found("LinkedIn", "fail", 'got a different title: "Eleven beaches"'),
		found("Discord", "warn", "cuts the title at 70 bytes", "Shorten it, or add a custom card for this app."),
		...TESTED.map((fetcher) => ({
			fetcher,
			findings: [],
		})),
	];
	await page.route("**/self-test", (route) => route.fulfill({ json: { took: 1_234, results } }));
	await testThisLink(page);
}
