import type { Page } from "@playwright/test";
import sharp from "sharp";
import { closeByEscape, expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { fill, preview, submit } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
});

test("a section is moved and zoomed by keyboard and mouse, sent, and changed later without the file", async ({
	page,
}) => {
	await page.goto("/admin/link/new");
	await fill(page);
	await choose(page);
	await openEditor(page);
	await expectAccessible(page);
	// As far to the left as it goes, then nearer to what is in the middle.
	await section(page).focus();
	for (let step = 0; step < 60; step += 1) await page.keyboard.press("ArrowRight");
	await page.keyboard.press("+");
	await page.keyboard.press("+");
	await expect(page.getByRole("slider", { name: "Zoom" })).toHaveAttribute("aria-valuetext", "132%");
	await use(page);
	await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
	await expect(page.getByText("Cropped by you")).toBeVisible();
	await expectRed(page, true);

	const [x = -1, , width = 0, height = 0] = await sentCut(page, () => submit(page));
	expect([Math.round(x / 10), width]).toEqual([16, 1008]);
	expect(Math.abs(width / height - 1200 / 630)).toBeLessThan(0.01);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });

	await page.getByRole("link", { name: /^Edit/ }).first().click();
	await openEditor(page);
	await expect(page.getByRole("dialog").getByRole("status")).toHaveText(`${width} × ${height} of 2400 × 700 pixels`);
	await drag(page, { by: -2000 });
	await use(page);
	await expectRed(page, false);
	const [moved = -1, , same] = await sentCut(page, () => page.getByRole("button", { name: "Update Link" }).click());
	expect([moved, same]).toEqual([2400 - width, width]);
	await expectToast(page, { title: "Success!", description: "Link updated successfully" });
});

test("another file forgets the section; what can't be cut says why", async ({ page }) => {
	await page.goto("/admin/link/new");
	await fill(page);
	await choose(page);
	await openEditor(page);
	await page.getByRole("button", { name: "Zoom in" }).click();
	await use(page);
	await choose(page, { width: 500, height: 300 });
	await expect(page.getByText("Cropped by you")).toHaveCount(0);
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await expect(page.getByRole("alert").filter({ hasText: "smaller than 600x315" })).toBeVisible();
	await expectAccessible(page);
	await closeByEscape(page, page.getByRole("dialog"));
	expect(await sentCut(page, () => submit(page))).toEqual([]);
});

test.describe("without an original", () => {
	test.use({ expectedNoise: /Failed to load resource|could not be (opened|drawn)|couldn't crop/ });

	test("a picture is chosen anew, and a failure can be tried again", async ({ page }) => {
		const link = await createLink(page.request, { image: await picture() });
		let isAway = true;
		await page.route("**/api/links/originals/*", (route) =>
			isAway ? route.abort() : route.fulfill({ status: 404, json: { kind: "not_found", message: "Not kept" } }),
		);
		await page.goto(`/admin/link/edit/${link.linkSlug}`);
		await page.getByRole("button", { name: "Edit", exact: true }).click();
		await expect(page.getByText("Visualink could not be reached. Please try again.")).toBeVisible();
		isAway = false;
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.getByText(/We no longer have the original of this image/)).toBeVisible();
		await expectAccessible(page);
		const chooser = page.waitForEvent("filechooser");
		await page.getByRole("button", { name: "Choose an image" }).click();
		await (await chooser).setFiles(await picture());
		await expect(page.getByText("sea.png", { exact: true })).toBeVisible();
		await openEditor(page);

		// As a browser that is out of memory does.
		await page.evaluate(() => {
			HTMLCanvasElement.prototype.toBlob = (done) => done(null);
		});
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: "Crop" }).click();
		await expect(dialog.getByRole("alert")).toHaveText("We couldn't crop this image. Please try again.");
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await page.getByRole("button", { name: "Put the title on an image" }).click();
		await dialog.getByRole("button", { name: "Use this image" }).click();
		await expect(dialog.getByRole("alert")).toHaveText("The image could not be drawn. Please try again.");
	});
});

test.describe("without a part of the page", () => {
	test.use({ expectedNoise: /Failed to load resource|part of the page|dynamically imported module|preload/ });

	test("a part that can't be fetched says so, and the form keeps what was typed", async ({ page }) => {
		await page.route(/\/assets\/(picture-editor|template-picker|app-previews)-/, (route) => route.abort());
		await page.goto("/admin/link/new");
		const said = page.getByRole("alert").filter({ hasText: "This could not be loaded. Save your link first" });
		await expect(page.getByRole("region", { name: "App previews" }).getByRole("alert")).toBeVisible();
		await fill(page);
		await choose(page);
		for (const name of ["Edit", "Put the title on an image"]) {
			await page.getByRole("button", { name, exact: true }).click();
			const dialog = page.getByRole("dialog");
			await expect(dialog.getByRole("alert")).toHaveText(/^This could not be loaded/);
			await dialog.getByRole("button", { name: "Close" }).click();
		}
		await expect(said).toHaveCount(1);
		await expectAccessible(page);
		await submit(page);
		await expectToast(page, { title: "Success!", description: "Link created successfully" });
	});
});

test.describe("by touch", () => {
	test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

	test("a section is moved and zoomed on a narrow screen", async ({ page }) => {
		await page.goto("/admin/link/new");
		await fill(page);
		await choose(page);
		await page.getByRole("button", { name: "Edit", exact: true }).tap();
		await expect(page.getByRole("dialog").getByRole("status")).toHaveText("1333 × 700 of 2400 × 700 pixels");
		const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
		expect(await overflow()).toBeLessThanOrEqual(0);
		await swipe(page, { by: -300 });
		await page.getByRole("button", { name: "Zoom in" }).tap();
		await page.getByRole("button", { name: "Crop" }).tap();
		await expectRed(page, false);
		const [x = 0] = await sentCut(page, () => page.getByRole("button", { name: "Create Link", exact: true }).tap());
		expect(x).toBeGreaterThan(900);
	});
});

const section = (page: Page) => page.getByRole("application", { name: /Crop area/ });

async function choose(page: Page, size?: { width: number; height: number }): Promise<void> {
	await page.locator("input[type=file]").setInputFiles(await picture(size));
	await expect(page.getByText("sea.png", { exact: true })).toBeVisible();
}

/** Its left half is red, its right half blue. */
async function picture({ width, height } = { width: 2400, height: 700 }) {
	const blue = { create: { width: width / 2, height, channels: 3 as const, background: "#0000ff" } };
	const halves = sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
		{ input: blue, left: width / 2, top: 0 },
	]);
	return { name: "sea.png", mimeType: "image/png", buffer: await halves.png().toBuffer() };
}

async function openEditor(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await expect(page.getByRole("dialog").getByText(/ of 2400 × 700 pixels/)).toBeVisible();
}

async function use(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Crop" }).click();
	await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function drag(page: Page, { by }: { by: number }): Promise<void> {
	await section(page).hover();
	await page.mouse.down();
	await page.mouse.move(640 + by, 400, { steps: 4 });
	await drawn(page);
	await page.mouse.up();
}

/** One finger, as touch events of the browser. */
async function swipe(page: Page, { by }: { by: number }): Promise<void> {
	const box = await section(page).boundingBox();
	const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
	const client = await page.context().newCDPSession(page);
	const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
		client.send("Input.dispatchTouchEvent", { type, touchPoints });
	await send("touchStart", [{ x, y }]);
	for (const share of [0.3, 0.6, 1]) await send("touchMove", [{ x: Math.max(1, x + by * share), y }]);
	await drawn(page);
	await send("touchEnd", []);
}

/** The editor follows a hand frame by frame, and takes what it has followed so far. */
async function drawn(page: Page): Promise<void> {
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** The middle of the card's picture, as [red, green, blue]. */
async function colourOfCard(page: Page): Promise<number[]> {
	return await preview(page)
		.locator("img")
		.evaluate(async (image: HTMLImageElement) => {
			await image.decode();
			const context = document.createElement("canvas").getContext("2d");
			context?.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
			return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
		});
}

const isRed = ([red = 0, , blue = 0]: number[]) => red > 200 && blue < 60;

/** Waits for a card whose picture is red in the middle, or is not. */
async function expectRed(page: Page, wanted: boolean): Promise<void> {
	await expect(async () => expect(isRed(await colourOfCard(page))).toBe(wanted)).toPass();
}

/** The section that the form sends; empty when it sends none. */
async function sentCut(page: Page, press: () => Promise<unknown>): Promise<number[]> {
	let body = "";
	// Chromium tells of a body with a file only where it is looked at on its way.
	await page.route(/\/api\/links(\/by-slug\/.*)?$/, (route) => {
		if (route.request().method() !== "GET") body = route.request().postDataBuffer()?.toString("latin1") ?? "";
		return route.continue();
	});
	await press();
	await expect(page).toHaveURL("/admin");
	await page.unroute(/\/api\/links(\/by-slug\/.*)?$/);
	const text = /name="imageCut"\r\n\r\n([\d,]+)\r\n/.exec(body)?.[1];
	return text ? text.split(",").map(Number) : [];
}

test("a title is put on an image, uploaded as any picture, and drawn again when it changes", async ({ page }) => {
	await page.goto("/admin/link/new");
	await fill(page);
	await page.getByRole("button", { name: "Put the title on an image" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("radio")).toHaveCount(8);
	await expect(dialog.getByRole("textbox")).toHaveValue("Summer in the Algarve");
	for (const name of ["Caption", "Cover"]) await expect(dialog.getByRole("radio", { name })).toBeDisabled();
	await dialog.getByRole("radio", { name: "Paper" }).focus();
	await page.keyboard.press("ArrowRight");
	await expect(dialog.getByRole("radio", { name: "Ink" })).toBeChecked();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Use this image" }).click();
	await expect(page.getByText("Title on ink.jpg", { exact: true })).toBeVisible();
	await expect(preview(page).locator("img")).toHaveAttribute("src", /^blob:/);

	await page.getByLabel("Title").fill("Winter");
	await expect(page.getByText("Your image still shows the old title.")).toBeVisible();
	await page.getByRole("button", { name: "Update image" }).click();
	await expect(dialog.getByRole("radio", { name: "Ink" })).toBeChecked();
	await dialog.getByRole("button", { name: "Use this image" }).click();
	await expect(page.getByText("Your image still shows the old title.")).toHaveCount(0);

	await page.locator("input[type=file]").setInputFiles(await noise());
	await page.getByRole("button", { name: "Put the title on an image" }).click();
	await dialog.getByRole("radio", { name: "Cover" }).check();
	const contrasts = await dialog.locator("canvas").evaluateAll((all) => all.map((one) => Number(one.dataset.contrast)));
	expect(contrasts).toHaveLength(8);
	expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
	await dialog.getByRole("button", { name: "Use this image" }).click();
	await expect(page.getByText("Title on cover.jpg", { exact: true })).toBeVisible();
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expect(page.getByRole("listitem").first().locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
});

/** Black and white side by side, everywhere: no letters can be read on it. */
async function noise() {
	const size = { width: 1200, height: 630, channels: 3 as const };
	const pixels = Buffer.alloc(size.width * size.height * 3);
	for (let at = 0; at < pixels.length; at += 3) if (((at / 3) >> 4) % 2 === 0) pixels.fill(255, at, at + 3);
	return { name: "noise.png", mimeType: "image/png", buffer: await sharp(pixels, { raw: size }).png().toBuffer() };
}
