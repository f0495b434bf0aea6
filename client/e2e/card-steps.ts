import type { Page } from "@playwright/test";

const WORDY = "Check what runs in front of the service: a proxy, a firewall or a cache.";

/** Opens 'Customize per app' at one app. */
export async function openOwnCards(page: Page, app: string): Promise<void> {
	const cards = page.getByRole("region", { name: "Customize per app" });
	await cards.getByRole("button", { name: /^(Add a custom card|Edit custom cards)$/ }).click();
	await cards.getByLabel("App", { exact: true }).selectOption(app);
}

/** Saves Discord another card, with colour and button, and waits until it is drawn where there is room for that. */
export async function writeDiscordCard(page: Page): Promise<void> {
	await openOwnCards(page, "Discord");
	await page.getByLabel("Title for Discord").fill("Eleven quiet beaches for people who play on Discord");
	await page.getByLabel("Button").fill("See all eleven");
	await page.getByLabel("Accent color").fill("#cb3419");
	await page.getByRole("button", { name: "Save for Discord" }).click();
	await page.getByText(/Custom card for/).waitFor();
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
		...["Facebook", "X", "Slack", "Telegram", "iMessage", "Bluesky", "Mastodon", "Teams", "Reddit"].map((fetcher) => ({
			fetcher,
			findings: [],
		})),
	];
	await page.route("**/self-test", (route) => route.fulfill({ json: { took: 1_234, results } }));
	await testThisLink(page);
}
