import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { fill, hold, madeRow, paste, preview, submit } from "./link-form.ts";
import { becomePerson } from "./person.ts";

/** A save waits for the pictures that are on their way, and sends what was wished last (P149). */
const article = (name: string) => `http://${name}.sandbox.example/article`;
const TITLE = "Eleven quiet beaches of the Algarve & how to get there";
const COPY = /^\/images\/[0-9a-f]{64}\.jpg$/;
const GREEN = { r: 0, g: 128, b: 0 };
const PURPLE = { r: 128, g: 0, b: 128 };

const start = (page: Page) => page.getByRole("region", { name: "Start from a page" });
const address = (page: Page) => start(page).getByLabel("Start from a page");
const shown = (page: Page) => preview(page).locator("img");
const waiting = (page: Page) => page.getByText("Waiting for the image …");
const choose = async (page: Page, colour: typeof GREEN) =>
	page.locator("input[type=file]").setInputFiles(await picture(colour));

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.goto("/admin/link/new");
});

test("a save waits for the picture that is being copied", async ({ page }) => {
	const late = await hold(page, "**/api/links/picture");
	await paste(address(page), article("waiting"));
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
	await submit(page);
	await expect(waiting(page)).toBeVisible();
	await expect(page).toHaveURL("/admin/link/new");
	await late.release();
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expect(madeRow(page).locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
});

test("what is typed while a save waits for the picture is saved, too", async ({ page }) => {
	const late = await hold(page, "**/api/links/picture");
	await paste(address(page), article("buoy"));
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
	await submit(page);
	await expect(waiting(page)).toBeVisible();
	await page.getByLabel("Title").fill("Corrected while waiting");
	await late.release();
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expect(madeRow(page)).toContainText("Corrected while waiting");
});

test("a file chosen while a save waits for a page's picture is what is saved", async ({ page }) => {
	await hold(page, "**/api/links/picture");
	await openLate(page, { files: 1 });
	await paste(address(page), article("mast"));
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
	await submit(page);
	await expect(waiting(page)).toBeVisible();
	await choose(page, PURPLE);
	await expectSavedPicture(page, PURPLE);
});

test("of two files, the one chosen while a save waits for the first is what is saved", async ({ page }) => {
	await openLate(page, { files: 2 });
	await fill(page);
	await choose(page, GREEN);
	await submit(page);
	await expect(waiting(page)).toBeVisible();
	await choose(page, PURPLE);
	await expectSavedPicture(page, PURPLE);
});

test("a file that is refused while a save waits keeps the form, until another is chosen", async ({ page }) => {
	await hold(page, "**/api/links/picture");
	await paste(address(page), article("keel"));
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
	await submit(page);
	await expect(waiting(page)).toBeVisible();
	const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
	await page.locator("input[type=file]").setInputFiles(notes);
	await expect(page.getByRole("alert").filter({ hasText: "Please select an image file" })).toBeVisible();
	await expect(waiting(page)).toHaveCount(0);
	await expect(page).toHaveURL("/admin/link/new");
	await choose(page, PURPLE);
	await submit(page);
	await expectSavedPicture(page, PURPLE);
});

test.describe("where the picture can't be had", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("a chosen picture that fails while a save waits for it keeps the form, and says so", async ({ page }) => {
		await paste(address(page), article("jetty"));
		await expect(shown(page)).toHaveAttribute("src", COPY);
		const late = await hold(page, "**/api/links/picture", (route) => route.fulfill({ status: 422, body: "broken" }));
		await start(page).getByRole("button", { name: "Picture 2" }).click();
		await submit(page);
		await expect(waiting(page)).toBeVisible();
		await late.release();
		await expect(page.getByText("Something went wrong on our end. Please try again in a moment.")).toBeVisible();
		await expect(waiting(page)).toHaveCount(0);
		await expect(page).toHaveURL("/admin/link/new");
	});
});

/** Opens no picture file in the browser until so many have been chosen, and the last of them half a second later. */
async function openLate(page: Page, { files }: { files: number }): Promise<void> {
	await page.evaluate((all) => {
		const open = window.createImageBitmap.bind(window) as (file: Blob) => Promise<ImageBitmap>;
		let chosen = 0;
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		const late = async (file: Blob) => {
			chosen += 1;
			if (chosen < all) await released;
			else {
				release();
				await new Promise((resolve) => setTimeout(resolve, 500));
			}
			return open(file);
		};
		Object.assign(window, { createImageBitmap: late });
	}, files);
}

/** Waits for the new link, and looks at the middle of its picture. */
async function expectSavedPicture(page: Page, colour: typeof GREEN): Promise<void> {
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	const made = madeRow(page).locator("img");
	await expect(made).toHaveAttribute("src", /\/images\/.+\.jpg/);
	const answer = await page.request.get((await made.getAttribute("src")) ?? "");
	const { dominant } = await sharp(await answer.body()).stats();
	for (const channel of ["r", "g", "b"] as const) {
		expect(Math.abs(dominant[channel] - colour[channel]), channel).toBeLessThan(24);
	}
}

async function picture(background: typeof GREEN) {
	const canvas = sharp({ create: { width: 1200, height: 630, channels: 3, background } });
	return { name: "flag.png", mimeType: "image/png", buffer: await canvas.png().toBuffer() };
}
