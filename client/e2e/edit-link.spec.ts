import sharp from "sharp";
import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test("a new file takes the place of the picture; the picture can be taken away", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	await createLink(page.request, { title: "Spring", customLinkSlug: "spring", image: await picture() });
	await page.goto("/admin/link/edit/spring");
	const shown = page.getByRole("region", { name: "Live preview" }).locator("img");
	await page.locator("input[type=file]").setInputFiles(await picture());
	await expect(page.getByText("spring.png", { exact: true })).toBeVisible();
	await expect(shown).toHaveAttribute("src", /^\/images\//);
	await page.getByRole("button", { name: "Remove image" }).click();
	await expect(shown).toHaveCount(0);
	await page.getByRole("button", { name: "Update Link" }).click();
	await expect(page).toHaveURL("/admin");
	await expect(page.getByRole("listitem").filter({ hasText: "Spring" }).locator("img")).toHaveCount(0);
});

async function picture() {
	const canvas = sharp({ create: { width: 1600, height: 900, channels: 3, background: "#8a4b2a" } });
	return { name: "spring.png", mimeType: "image/png", buffer: await canvas.png().toBuffer() };
}
