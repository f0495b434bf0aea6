import { afterAll, beforeAll, expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { launchChromium } from "#server/testing/machine/chromium.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
	browser = await launchChromium();
});
afterAll(() => browser.close());

it.each(["allowed", "refused"])("P511: copies the address where the clipboard is %s", async (clipboard) => {
	const context = await browser.newContext({
		userAgent:
			"Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 Instagram 355.0",
		permissions: ["clipboard-read", "clipboard-write"],
	});
	const page = await context.newPage();
	if (clipboard === "refused") {
		await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
	}
	const errors: string[] = [];
	page.on("console", (message) => /Content Security Policy/.test(message.text()) && errors.push(message.text()));
	await page.goto(`${app.origin}${API.auth.google}?returnTo=/pricing`);
	await page.getByRole("button", { name: "Copy address" }).click();
	await page.getByText("Address copied. Paste it into your browser.").waitFor();
	await page.getByRole("link", { name: "Continue to Google anyway" }).click();
	await page.waitForURL(/sandbox\/google\/authorize/);
	expect(errors).toEqual([]);
	await context.close();
});
