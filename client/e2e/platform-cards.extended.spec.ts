import type { Page } from "@playwright/test";
import sharp from "sharp";
import { customize } from "./card-steps.ts";
import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

const update = (page: Page) => page.getByRole("button", { name: "Update Link" });

test("one app is shown another section of the link's own picture (P203)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const red = { create: { width: 1400, height: 700, channels: 3 as const, background: "#cb3419" } };
	const image = { name: "sea.png", mimeType: "image/png", buffer: await sharp(red).png().toBuffer() };
	const { linkSlug, imageUrl } = await createLink(page.request, { image });
	await page.goto(`/admin/link/previews/${linkSlug}`);
	const cards = await customize(page, "LinkedIn");
	await cards.getByRole("button", { name: "Crop for this app" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("radio", { name: "Crop" }).check();
	await expect(dialog.getByRole("status")).toHaveText("700 × 700 of 1400 × 700 pixels");
	await dialog.getByRole("button", { name: "Zoom in" }).click();
	await dialog.getByRole("button", { name: "Crop" }).click();
	await expect(cards).toContainText("New image, as a square");
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
