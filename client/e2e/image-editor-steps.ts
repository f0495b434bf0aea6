import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect } from "./fixtures.ts";
import { preview } from "./link-form.ts";

export const section = (page: Page) => page.getByRole("application", { name: /Crop area/ });

export async function choose(page: Page, size?: { width: number; height: number }): Promise<void> {
	await page.locator("input[type=file]").setInputFiles(await picture(size));
	await expect(page.getByText("sea.png", { exact: true })).toBeVisible();
	// It is made by now.
	await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
}

/** Its left half is red, its right half blue. */
export async function picture({ width, height } = { width: 2400, height: 700 }) {
	const blue = { create: { width: width / 2, height, channels: 3 as const, background: "#0000ff" } };
	const halves = sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
		{ input: blue, left: width / 2, top: 0 },
	]);
	return { name: "sea.png", mimeType: "image/png", buffer: await halves.png().toBuffer() };
}

export async function openEditor(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await page.getByRole("dialog").getByRole("radio", { name: "Crop" }).check();
	await expect(page.getByRole("dialog").getByText(/ of 2400 × 700 pixels/)).toBeVisible();
}

/** Has the chosen section made into the card's image. @returns the section as it is sent: numbers, then words */
export async function use(page: Page, name = "Crop"): Promise<(number | string)[]> {
	let body = "";
	await page.route("**/api/links/image", (route) => {
		body = route.request().postDataBuffer()?.toString("latin1") ?? "";
		return route.continue();
	});
	await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await page.unroute("**/api/links/image");
	const text = /name="imageCut"\r\n\r\n([^\r]+)\r\n/.exec(body)?.[1] ?? "";
	return text.split(",").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

export async function drag(page: Page, { by }: { by: number }): Promise<void> {
	await section(page).hover();
	await page.mouse.down();
	await page.mouse.move(640 + by, 400, { steps: 4 });
	await drawn(page);
	await page.mouse.up();
}

/** One finger, as touch events of the browser. */
export async function swipe(page: Page, { by }: { by: number }): Promise<void> {
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
export async function drawn(page: Page): Promise<void> {
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** The middle of the card's image, as [red, green, blue]. */
export async function colourOfCard(page: Page): Promise<number[]> {
	return await preview(page)
		.locator("img")
		.evaluate(async (image: HTMLImageElement) => {
			await image.decode();
			const context = document.createElement("canvas").getContext("2d");
			context?.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
			return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
		});
}

export const isRed = ([red = 0, , blue = 0]: number[]) => red > 200 && blue < 60;

/** Waits for a card whose image is red in the middle, or is not. */
export async function expectRed(page: Page, wanted: boolean): Promise<void> {
	await expect(async () => expect(isRed(await colourOfCard(page))).toBe(wanted)).toPass();
}

/** Black and white side by side, everywhere: no letters can be read on it. */
export async function noise() {
	const size = { width: 1200, height: 630, channels: 3 as const };
	const pixels = Buffer.alloc(size.width * size.height * 3);
	for (let at = 0; at < pixels.length; at += 3) if (((at / 3) >> 4) % 2 === 0) pixels.fill(255, at, at + 3);
	return { name: "noise.png", mimeType: "image/png", buffer: await sharp(pixels, { raw: size }).png().toBuffer() };
}
