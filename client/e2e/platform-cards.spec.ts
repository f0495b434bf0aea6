import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, expectToast, FAILED_CALL, messageOf, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

const apps = (page: Page) => page.getByRole("region", { name: "App previews" });
const DISCORD = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)";

test.describe("another card", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("one app is shown another card, and its own again (P201)", async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		const { shortUrl } = await createLink(page.request, { title: "Spring", customLinkSlug: "spring" });
		const shown = async () => (await fetch(shortUrl, { headers: { "user-agent": DISCORD } })).text();
		await page.goto("/admin/link/edit/spring");
		const cards = page.getByRole("region", { name: "Customize per app" });
		await cards.getByRole("button", { name: "Add a custom card" }).click();
		await expect(cards.getByLabel("App", { exact: true })).toBeFocused();
		await cards.getByLabel("App", { exact: true }).selectOption("Discord");
		for (const field of [cards.getByLabel("Title for Discord"), cards.getByLabel("Description for Discord")]) {
			await field.fill("אביב");
			await expect(field).toHaveCSS("direction", "rtl");
			await field.fill("");
		}
		await cards.getByLabel("Title for Discord").fill("Spring for gamers");
		await cards.getByLabel("Accent color").fill("red");
		// What is written stays while one looks at another app, and over a save of the link itself.
		await cards.getByLabel("App", { exact: true }).selectOption("WhatsApp");
		await expect(cards).toContainText("Not saved yet: Discord.");
		await page.getByRole("button", { name: "Update Link" }).click();
		await expect(page.getByRole("alert")).toHaveText("Your link is saved. Not saved yet: the card for Discord, below.");
		await page.getByRole("link", { name: "Back to dashboard" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
		await cards.getByLabel("App", { exact: true }).selectOption("Discord");
		await expect(cards.getByLabel("Title for Discord")).toHaveValue("Spring for gamers");
		const colour = cards.getByLabel("Accent color");
		const button = cards.getByLabel("Button");
		await button.fill("x".repeat(81));
		await cards.getByRole("button", { name: "Save for Discord" }).click();
		// Both fields say what is wrong with them, until they are changed (P288).
		await messageOf(page, button).expect("The button may say 80 characters or less");
		await expect(button).toBeFocused();
		await messageOf(page, colour).expect("Enter a color such as #cb3419");
		await button.fill("Join us");
		await expect(button).toHaveAttribute("aria-invalid", "false");
		await colour.fill("#cb3419");
		await expect(cards.locator("[data-drawn=discord]")).toContainText(/Spring for gamers.*Join us/s);
		await cards.getByRole("button", { name: "Save for Discord" }).click();
		await expectToast(page, { title: "Success!", description: "Card for Discord saved" });
		await expect(cards).toContainText("Custom card for: Discord.");
		await expect(page.getByRole("region", { name: "Show the newest card" })).toContainText("spring?v=2");
		await expect(apps(page).locator("[data-drawn=discord]")).toContainText("Spring for gamers");
		await expect(apps(page).locator("[data-drawn=slack]")).toContainText("Spring");
		await expect(apps(page).locator("[data-drawn=discord]")).toContainText("Join us");
		await expect(apps(page).locator("[data-drawn=slack]")).not.toContainText("gamers");
		expect(await shown()).toContain('og:title" content="Spring for gamers"');
		expect(await shown()).toContain('"label":"Join us"');
		await expectAccessible(page);
		await cards.getByRole("button", { name: "Reset to the default card" }).click();
		await expect(cards).not.toContainText("Custom card for");
		await expect(cards.getByLabel("App", { exact: true })).toBeFocused();
		expect(await shown()).toContain('og:title" content="Spring"');
	});
});

test("one app is shown another section of the link's own picture (P203)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const red = { create: { width: 1400, height: 700, channels: 3 as const, background: "#cb3419" } };
	const image = { name: "sea.png", mimeType: "image/png", buffer: await sharp(red).png().toBuffer() };
	const { linkSlug, imageUrl } = await createLink(page.request, { image });
	await page.goto(`/admin/link/edit/${linkSlug}`);
	const cards = page.getByRole("region", { name: "Customize per app" });
	await cards.getByRole("button", { name: "Add a custom card" }).click();
	await cards.getByLabel("App", { exact: true }).selectOption("LinkedIn");
	await cards.getByRole("button", { name: "Crop for this app" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("status")).toHaveText("700 × 700 of 1400 × 700 pixels");
	await dialog.getByRole("button", { name: "Zoom in" }).click();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Crop" }).click();
	await expect(cards).toContainText("The link's image, cropped for this app, as a square");
	await expect(cards).toContainText("Not saved yet: LinkedIn.");
	await cards.getByRole("button", { name: "Save for LinkedIn" }).click();
	await expectToast(page, { title: "Success!", description: "Card for LinkedIn saved" });
	const drawn = apps(page).locator("[data-drawn=linkedin] img");
	await expect(drawn).toHaveAttribute("src", /^\/images\/.+\.jpg$/);
	await expect(drawn).not.toHaveAttribute("src", imageUrl ?? "");
	await expect(apps(page).locator("[data-drawn=slack] img")).toHaveAttribute("src", imageUrl ?? "");
	await cards.getByRole("button", { name: "Edit", exact: true }).click();
	await expect(dialog.getByRole("status")).toHaveText("609 × 609 of 1400 × 700 pixels");
});

test("on smaller plans it is locked, with the way to a larger one", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	const { linkSlug } = await createLink(page.request);
	await page.goto(`/admin/link/edit/${linkSlug}`);
	const cards = page.getByRole("region", { name: "Customize per app" });
	await cards.getByRole("button", { name: "Add a custom card" }).click();
	await expect(cards.getByLabel("Title for WhatsApp")).toBeDisabled();
	await expect(cards.getByRole("button", { name: "Save for WhatsApp" })).toBeDisabled();
	await expect(cards.getByRole("link", { name: "Upgrade to use this feature" })).toHaveAttribute("href", "/pricing");
});
