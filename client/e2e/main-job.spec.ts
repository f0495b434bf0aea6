import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { consent, pickCountry, save } from "./onboarding-form.ts";

const CHROME =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test("a visitor becomes a subscriber, makes a link, and sees it counted", async ({ page }) => {
	await page.goto("/");
	await expect(page.getByRole("heading", { level: 1, name: "Link previews in Social Networks" })).toBeVisible();
	await page.getByRole("link", { name: "Get Started with Google" }).click();

	// Google's stand-in.
	await page.getByLabel("Another address").fill(`main-job-${Date.now()}@example.com`);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();

	await expect(page).toHaveURL("/onboarding");
	await page.getByLabel("Full name").fill("Ada Lovelace");
	await pickCountry(page, "Portugal");
	await consent(page);
	await save(page);

	await expect(page).toHaveURL("/pricing");
	await page.getByRole("button", { name: "Choose Plan" }).click();

	// Stripe's stand-in.
	await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
	await page.getByLabel("Card number").fill("4242 4242 4242 4242");
	await page.getByRole("button", { name: /^(Pay|Subscribe)/ }).click();

	await expect(page.getByText("Verifying your subscription...")).toBeVisible();
	await expect(page).toHaveURL(/\/payment-success\?session_id=/);
	await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
	await expect(page.getByText("Your subscription has been activated successfully.")).toBeVisible();
	await page.getByRole("link", { name: "Create link now" }).click();

	await expect(page.getByRole("heading", { level: 1, name: "Create New Link" })).toBeVisible();
	await page.getByLabel("Title").fill("A view of the sea");
	await page.getByLabel("Description").fill("Seen from the cliffs at noon.");
	await page.getByLabel("Target URL").fill("https://example.com/sea?from=cliffs");
	await page
		.locator("input[type=file]")
		.setInputFiles({ name: "sea.png", mimeType: "image/png", buffer: await image() });
	await page.getByRole("button", { name: "Create Link" }).click();

	await expect(page).toHaveURL("/admin");
	await expect(page.getByText("Link created successfully", { exact: true })).toBeVisible();
	const card = page.getByRole("listitem").filter({ hasText: "A view of the sea" });
	await expect(card).toBeVisible();

	const links = (await (await page.request.get("/api/links")).json()) as { shortUrl: string }[];
	const shortUrl = links[0]?.shortUrl ?? "";
	const crawler = await page.request.get(shortUrl, { headers: { "user-agent": "facebookexternalhit/1.1" } });
	expect(await crawler.text()).toContain('<meta property="og:title" content="A view of the sea">');
	const person = await page.request.get(shortUrl, {
		headers: { "user-agent": CHROME, "accept-language": "en" },
		maxRedirects: 0,
	});
	expect(person.status()).toBe(302);
	expect(person.headers().location).toBe("https://example.com/sea?from=cliffs");

	await expect(async () => {
		await page.reload();
		await expect(page.getByText("Total Views", { exact: true }).locator("..")).toHaveText("Total Views2", {
			timeout: 5_000,
		});
	}).toPass();
	for (const [label, count] of [
		["Total Links", "1"],
		["Total Views", "2"],
		["Human Views", "1"],
		["Bot Views", "1"],
	] as const) {
		await expect(page.getByText(label, { exact: true }).locator("..")).toHaveText(`${label}${count}`);
	}
	await expect(page.getByText(/Total: 1, Monthly: 1\/150 \(Renews on .+ 1, \d{4}\)/)).toBeVisible();
});

function image(): Promise<Buffer> {
	return sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#0f6b6b" } })
		.png()
		.toBuffer();
}
