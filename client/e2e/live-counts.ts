import type { Page } from "@playwright/test";
import { API } from "#shared/platform/api-paths.ts";
import { CHROME } from "./person.ts";

export type Made = { shortUrl: string };

/** Someone opens the link. */
export async function see(page: Page, { shortUrl }: Made): Promise<void> {
	await page.request.get(shortUrl, { maxRedirects: 0, headers: { "user-agent": CHROME, "accept-language": "en" } });
}

export const rows = (page: Page) => page.getByRole("list", { name: "Your Links" }).getByRole("listitem");
export const figures = (page: Page, title: string) => page.getByRole("link", { name: `Statistics of ${title}:` });

/** Someone opens the link, and the streams of its account have been told. */
export async function seeAndHear(page: Page, link: Made): Promise<void> {
	const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
	const { body } = await fetch(new URL(API.events, page.url()), { headers: { cookie } });
	await see(page, link);
	const decoder = new TextDecoder();
	let said = "";
	for await (const part of body ?? []) {
		said += decoder.decode(part as Uint8Array, { stream: true });
		if (said.includes('"kind":"views"')) return;
	}
	throw new Error(`The stream ended: ${said}`);
}

export async function show(page: Page, state: "hidden" | "visible"): Promise<void> {
	await page.evaluate((shown) => {
		Object.defineProperty(document, "visibilityState", { value: shown, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
	}, state);
}
