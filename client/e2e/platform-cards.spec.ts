import type { Page } from "@playwright/test";
import sharp from "sharp";
import { customize } from "./card-steps.ts";
import { expect, expectAccessible, expectToast, FAILED_CALL, messageOf, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

const update = (page: Page) => page.getByRole("button", { name: "Update Link" });
const DISCORD = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)";

test.describe("another card", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("one app is shown another card, and its own again (P201)", async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		const { shortUrl } = await createLink(page.request, { title: "Spring", customLinkSlug: "spring" });
		const shown = async () => (await fetch(shortUrl, { headers: { "user-agent": DISCORD } })).text();
		await page.goto("/admin/link/previews/spring");
		const cards = await customize(page, "Discord");
		for (const field of [cards.getByLabel("Title for Discord"), cards.getByLabel("Description for Discord")]) {
			await field.fill("אביב");
			await expect(field).toHaveCSS("direction", "rtl");
			await field.fill("");
		}
		const drawn = page.locator("[data-drawn]");
		await cards.getByLabel("Title for Discord").fill("Spring for gamers");
		await cards.getByLabel("Accent color").fill("red");
		await expect(drawn).toContainText("Spring for gamers");
		// What is written stays while one looks at another app, and in the tabs of the link.
		await (await customize(page, "Slack")).getByLabel("Title for Everyone else").click();
		await expect(drawn).not.toContainText("gamers");
		await page.getByRole("link", { name: "Edit", exact: true }).click();
		await page.getByLabel("Title").fill("Late spring");
		await page.getByRole("link", { name: "Back to dashboard" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
		await page.getByRole("link", { name: "Previews, unsaved changes" }).click();
		await customize(page, "Discord");
		await expect(cards.getByLabel("Title for Discord")).toHaveValue("Spring for gamers");
		const color = cards.getByLabel("Accent color");
		const button = cards.getByLabel("Button");
		await button.fill("x".repeat(81));
		await customize(page, "Slack");
		await page.getByRole("link", { name: "Edit, unsaved changes" }).click();
		await update(page).click();
		// Both fields say what is wrong with them, in view, until they are changed (P288, P345).
		await expect(page).toHaveURL("/admin/link/previews/spring");
		await messageOf(page, button).expect("The button may say 80 characters or less");
		await expect(button).toBeFocused();
		await messageOf(page, color).expect("Enter a color such as #cb3419");
		await expect(page.getByRole("alert").filter({ hasText: "Discord: Enter a color" })).toBeVisible();
		await button.fill("Join us");
		await expect(button).toHaveAttribute("aria-invalid", "false");
		await color.fill("#cb3419");
		await expect(drawn).toContainText(/Spring for gamers.*Join us/s);
		await expectAccessible(page);
		const saves: string[] = [];
		page.on("request", (request) => request.method() !== "GET" && saves.push(new URL(request.url()).pathname));
		await page.keyboard.press("ControlOrMeta+s");
		await expectToast(page, { title: "Success!", description: "Link updated successfully" });
		await expect(page).toHaveURL("/admin");
		expect(saves.filter((path) => path.includes("by-slug"))).toEqual(["/api/links/by-slug/spring"]);
		expect(await shown()).toContain('og:title" content="Spring for gamers"');
		expect(await shown()).toContain('"label":"Join us"');
		await page.goto("/admin/link/previews/spring");
		await page.getByRole("tab", { name: /^Discord \(custom card\)/ }).click();
		await cards.getByRole("button", { name: "Reset to the default card" }).click();
		await expect(cards.getByLabel("Title for Discord")).toBeFocused();
		await update(page).click();
		await expect(page).toHaveURL("/admin");
		expect(await shown()).toContain('og:title" content="Late spring"');
	});
});

test("one app is shown another section of the link's own picture (P203)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const red = { create: { width: 1400, height: 700, channels: 3 as const, background: "#cb3419" } };
	const image = { name: "sea.png", mimeType: "image/png", buffer: await sharp(red).png().toBuffer() };
	const { linkSlug, imageUrl } = await createLink(page.request, { image });
	await page.goto(`/admin/link/previews/${linkSlug}`);
	const cards = await customize(page, "LinkedIn");
	await cards.getByRole("button", { name: "Crop for this app" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("status")).toHaveText("700 × 700 of 1400 × 700 pixels");
	await dialog.getByRole("button", { name: "Zoom in" }).click();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Crop" }).click();
	await expect(cards).toContainText("The link's image, cropped for this app, as a square");
	await expect(cards).toContainText("Not saved yet");
	await update(page).click();
	await expect(page).toHaveURL("/admin");
	await page.goto(`/admin/link/previews/${linkSlug}`);
	await customize(page, "LinkedIn");
	const drawn = page.locator("[data-drawn] img");
	await expect(drawn).toHaveAttribute("src", /^\/images\/.+\.jpg$/);
	await expect(drawn).not.toHaveAttribute("src", imageUrl ?? "");
	await cards.getByRole("button", { name: "Edit", exact: true }).click();
	await expect(dialog.getByRole("status")).toHaveText("609 × 609 of 1400 × 700 pixels");
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await page.getByRole("tab", { name: "Slack" }).click();
	await expect(drawn).toHaveAttribute("src", imageUrl ?? "");
});

test("on smaller plans it is locked, with the way to a larger one, and its price", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	const { linkSlug } = await createLink(page.request);
	await page.goto(`/admin/link/previews/${linkSlug}`);
	const cards = await customize(page, "WhatsApp");
	await expect(cards.getByLabel("Title for WhatsApp")).toBeDisabled();
	await expect(cards.getByRole("link", { name: "Upgrade to use this feature" })).toHaveAttribute("href", "/pricing");
	await expect(cards).toContainText("Pro, €19.99 a month");
});
