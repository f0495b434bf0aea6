import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { becomePerson, createLink } from "./person.ts";

const LONG_TITLE = "Sixty characters of a title that goes on until it is cut off";
const LONG_TEXT =
	"A description as long as the form allows, which is a hundred and sixty characters, so that one can see where each of the places that show it decides to cut it";

/** Someone with a custom link, long texts, a link without an image and a deleted one. */
export async function becomeBusySubscriber({ request }: BrowserContext): Promise<void> {
	await becomePerson(request, { plan: "pro", isAnnual: true });
	const image = { name: "algarve.png", mimeType: "image/png", buffer: await picture() };
	const deleted = await createLink(request, { title: "Winter sale", description: "It is over." });
	await request.delete(`/api/links/${deleted.id}`);
	await createLink(request, { title: "No picture yet", description: "A link may do without one." });
	await createLink(request, { title: LONG_TITLE, description: LONG_TEXT, image });
	const shared = await createLink(request, { customLinkSlug: "algarve", image });
	await request.get(shared.shortUrl, { maxRedirects: 0, headers: { "user-agent": "WhatsApp/2.24.1 A" } });
	const chrome =
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
	for (let view = 0; view < 3; view++) {
		await request.get(shared.shortUrl, { maxRedirects: 0, headers: { "user-agent": chrome, "accept-language": "en" } });
	}
}

export async function fillLink(page: Page): Promise<void> {
	await page.getByLabel("Title").fill(LONG_TITLE);
	await page.getByLabel("Description").fill(LONG_TEXT);
	await page.getByLabel("Target URL").fill("https://example.com/algarve");
	await page
		.locator("input[type=file]")
		.setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: await picture() });
	// It is made by now.
	await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
}

export async function openAccountDeletion(page: Page): Promise<void> {
	await page.getByRole("tab", { name: "Subscription" }).click();
	await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Data" }).click();
	await page.getByRole("button", { name: "Delete account" }).click();
	await page.getByRole("dialog").waitFor();
}

export async function openMenu(page: Page): Promise<void> {
	await page.getByRole("button", { name: /Account menu/ }).click();
	await page.getByRole("menu").waitFor();
}

/** Loads the page again with a call that is never answered, or refused. */
export async function reloadWith(page: Page, call: string, answer: "never" | "fail"): Promise<void> {
	await page.route(call, (route) => (answer === "fail" ? route.fulfill({ status: 500, body: "broken" }) : undefined));
	await page.reload({ waitUntil: "load" });
	await page.waitForLoadState("networkidle", { timeout: 2000 }).catch(() => {});
}

function picture(): Promise<Buffer> {
	return sharp(path.resolve("client/src/features/public/landing/sea.svg")).png().toBuffer();
}
