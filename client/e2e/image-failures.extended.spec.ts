import type { Page } from "@playwright/test";
import sharp from "sharp";
import { ORIGINAL_EVICTED } from "#shared/links/images/image-file.ts";
import { answerWith, expect, expectAccessible, test } from "./fixtures.ts";
import { paste, preview } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

/** Why an image can't be had or drawn on: said at its place, with the way out (P135, P149, P160, P162). */
const article = (name: string) => `http://${name}.sandbox.example/article`;
const COPY = /^\/images\/[0-9a-f]{64}\.jpg$/;
const OVER = "Your session has ended. Your work is safe. Sign in again, then try once more.";
const NO_PLAN = "You need an active subscription to access this feature";
const TOO_MANY = "You have asked for much just now. Please try again in a minute.";

const start = (page: Page) => page.getByRole("region", { name: "Start from a page" });
const address = (page: Page) => start(page).getByLabel("Start from a page");
const imageField = (page: Page) => page.getByRole("region", { name: "Image" });
const shown = (page: Page) => preview(page).locator("img");

test.use({ expectedNoise: /Failed to load resource|could not be opened/ });
test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
});

test("a page's picture that nobody chose: why it was not copied, and the way out, where the address was written", async ({
	page,
}) => {
	await page.goto("/admin/link/new");
	await answerWith(page, "/api/links/picture", 401, { kind: "unauthenticated", message: "Unauthorized" });
	await paste(address(page), article("spit"));
	await expect(start(page).getByRole("status")).toContainText(`We couldn't load its image. ${OVER}`);
	await expect(start(page).getByRole("link", { name: "Sign in again" })).toHaveAttribute("target", "_blank");
	await expectAccessible(page);

	await page.reload();
	await answerWith(page, "/api/links/picture", 403, { kind: "subscription_required", message: NO_PLAN });
	await paste(page.getByLabel("Target URL"), article("spits"));
	await expect(page.getByText(`We couldn't load its image. ${NO_PLAN}.`, { exact: true })).toBeInViewport();
	await expect(page.getByRole("link", { name: "View plans" })).toHaveCount(1);
	await expect(page.getByRole("link", { name: "View plans" })).toBeInViewport();
});

test("a page's picture that was chosen: told at the image, in view and focused, with the way out", async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 600 });
	await page.goto("/admin/link/new");
	await paste(address(page), article("bight"));
	await expect(shown(page)).toHaveAttribute("src", COPY);
	for (const [status, kind, words, wayOut] of [
		[401, "unauthenticated", OVER, "Sign in again"],
		[403, "subscription_required", NO_PLAN, "View plans"],
		[429, "too_many", TOO_MANY, null],
	] as const) {
		await test.step(kind, async () => {
			const message = kind === "too_many" ? TOO_MANY : NO_PLAN;
			await answerWith(page, "/api/links/picture", status, { kind, message });
			await page.getByRole("button", { name: "Image 2" }).click();
			await expect(imageField(page).getByRole("alert")).toHaveText(words);
			await expect(imageField(page).getByRole("alert")).toBeInViewport();
			await expect(page.getByLabel("Change image")).toBeFocused();
			const link = imageField(page).getByRole("link");
			await expect(link).toHaveCount(wayOut === null ? 0 : 1);
			if (wayOut !== null) {
				await expect(link).toHaveAccessibleName(`${wayOut} (opens in a new tab)`);
				await expect(link).toBeInViewport();
			}
		});
	}
	await expectAccessible(page);
});

test("a wrong picture pasted elsewhere in the form is told at the image, in view and focused, each time", async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 500 });
	await page.goto("/admin/link/new");
	for (const field of ["Target URL", "Title"]) {
		await page.getByLabel(field).focus();
		await page.evaluate(() => {
			const clipboardData = new DataTransfer();
			clipboardData.items.add(new File(["nothing of a picture"], "fake.png", { type: "image/png" }));
			document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
		});
		await expect(page.getByLabel("Change image")).toBeFocused();
		await expect(imageField(page).getByRole("alert")).toHaveText("Please select an image file");
		await expect(imageField(page).getByRole("alert")).toBeInViewport();
	}
});

test("an editor that can't have its picture says why, with the way out", async ({ page }) => {
	const link = await createLink(page.request, { image: await picture() });
	await page.goto(`/admin/link/edit/${link.linkSlug}`);
	const dialog = page.getByRole("dialog");
	await answerWith(page, "/api/links/originals/*", 401, { kind: "unauthenticated", message: "Unauthorized" });
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await expect(dialog.getByRole("alert")).toHaveText(OVER);
	await expect(dialog.getByRole("link", { name: "Sign in again" })).toHaveAttribute("target", "_blank");
	await expectAccessible(page);

	await answerWith(page, "/api/links/originals/*", 403, { kind: "subscription_required", message: NO_PLAN });
	await dialog.getByRole("button", { name: "Try again" }).click();
	await expect(dialog.getByRole("alert")).toHaveText(NO_PLAN);
	await expect(dialog.getByRole("link", { name: "View plans" })).toBeVisible();

	await answerWith(page, "/api/links/originals/*", 429, { kind: "too_many", message: TOO_MANY });
	await dialog.getByRole("button", { name: "Try again" }).click();
	await expect(dialog.getByRole("alert")).toHaveText(TOO_MANY);
	await expect(dialog.getByRole("link")).toHaveCount(0);

	await page.unroute("**/api/links/originals/*");
	await page.context().setOffline(true);
	await dialog.getByRole("button", { name: "Try again" }).click();
	await expect(dialog.getByRole("alert")).toHaveText("You're offline. Try again when you're back online.");
	await page.context().setOffline(false);
	await page.route("**/api/links/originals/*", (route) => route.fulfill({ body: "nothing of a picture" }));
	await dialog.getByRole("button", { name: "Try again" }).click();
	await expect(dialog.getByRole("alert")).toHaveText("This image could not be read");
	await expect(dialog.getByRole("button", { name: "Choose an image" })).toBeVisible();

	await page.keyboard.press("Escape");
	await expect(dialog).toHaveCount(0);
	await answerWith(page, "/api/links/originals/*", 410, { kind: "gone", message: ORIGINAL_EVICTED });
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await expect(dialog.getByRole("alert")).toHaveText(ORIGINAL_EVICTED);
	await expect(dialog.getByRole("button", { name: "Choose an image" })).toBeVisible();
});

test("templates that need the picture say why they can't have it", async ({ page }) => {
	const elsewhere = await createLink(page.request, { imageUrl: "https://pictures.example/a.jpg" });
	const link = await createLink(page.request, { image: await picture() });
	const dialog = page.getByRole("dialog");
	const open = () => page.getByRole("button", { name: "Put the title on an image" }).click();
	const cover = dialog.getByRole("radio", { name: "Cover" });

	await page.route("https://pictures.example/**", (route) => route.abort());
	await page.goto(`/admin/link/edit/${elsewhere.linkSlug}`);
	await open();
	await expect(dialog.getByText(/yours is on another website/)).toBeVisible();
	await expect(cover).toBeDisabled();

	// The card shows a smaller one; what is drawn on is asked for by itself.
	await page.goto(`/admin/link/edit/${link.linkSlug}`);
	await expect(shown(page)).toHaveJSProperty("complete", true);
	await page.evaluate(() => {
		const decode = HTMLImageElement.prototype.decode;
		HTMLImageElement.prototype.decode = () => new Promise(() => {});
		Object.assign(window, {
			fail: () => {
				HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException("Broken", "EncodingError"));
			},
			mend: () => {
				HTMLImageElement.prototype.decode = decode;
			},
		});
	});
	await open();
	await expect(dialog.getByText(/yours is still loading/)).toBeVisible();
	await expect(cover).toBeDisabled();
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await page.evaluate("window.fail()");
	await open();
	await expect(dialog.getByText(/yours could not be loaded/)).toBeVisible();
	await expect(cover).toBeDisabled();
	await expectAccessible(page);
	await page.evaluate("window.mend()");
	await dialog.getByRole("button", { name: "Try again" }).click();
	await expect(cover).toBeEnabled();
	await expect(dialog.getByText(/Caption and Cover/)).toHaveCount(0);
});

async function picture() {
	const canvas = sharp({ create: { width: 1600, height: 900, channels: 3, background: "#0f6b6b" } });
	return { name: "sea.png", mimeType: "image/png", buffer: await canvas.png().toBuffer() };
}
