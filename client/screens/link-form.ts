import { Buffer } from "node:buffer";
import userEvent from "@testing-library/user-event";
import sharp from "sharp";
import { expect } from "vitest";
import { madeRow } from "./link-menu.ts";
import { browser } from "./network.ts";
import { expectToast, field, fill, openScreen, screen, user, within } from "./screen.tsx";

/** The form of a new link. */

export const TARGET = "https://example.com/algarve";

export const title = () => field("Title");
export const description = () => field("Description");
export const target = () => field(/^Target URL/);
export const slugField = () => field(/^Custom URL/);
export const imageChooser = () => field(/^(Drop your image here|Change image)/);
export const createButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create Link" });
const previewRegion = () => screen.getByRole("region", { name: "Live preview" });
export const preview = () => within(previewRegion());
/** The `src` of the card's image; null without one. */
export const shownImage = () => previewRegion().querySelector("img")?.getAttribute("src") ?? null;

export async function openNewLink(search = ""): Promise<void> {
	openScreen(`/admin/link/new${search}`);
	await screen.findByRole("region", { name: "Live preview" });
}

/** Fills in what every link needs. */
export function fillRequired(): void {
	fill(title(), "Summer in the Algarve");
	fill(description(), "Eleven quiet beaches.");
	fill(target(), TARGET);
}

/** Types a custom slug and leaves the field, which has it checked. */
export async function leaveSlug(slug: string): Promise<void> {
	fill(slugField(), slug);
	await user.tab();
}

/** Chooses a file, as it also can be past what the field accepts. */
export async function chooseFile(file: File): Promise<void> {
	await userEvent.upload(imageChooser(), file, { applyAccept: false });
}

export type Color = { r: number; g: number; b: number };

/** Chooses an image of this color by the file chooser. */
export async function chooseImage(color: Color = { r: 15, g: 107, b: 107 }): Promise<void> {
	const canvas = sharp({ create: { width: 1200, height: 630, channels: 3, background: color } });
	await chooseFile(new File([await canvas.png().toBuffer()], "sea.png", { type: "image/png" }));
}

export const submit = () => user.click(createButton());

export async function expectSaved(): Promise<void> {
	await expectToast("Success!", "Link created successfully");
}

/** Fails unless the link that has just been made has an image of this color. */
export async function expectSavedImage(color: Color): Promise<void> {
	await expectSaved();
	const src = (await madeRow()).querySelector("img")?.getAttribute("src") ?? "";
	expect(src).toMatch(/\/images\/.+\.jpg/);
	const { dominant } = await sharp(Buffer.from(await (await browser().get(src)).arrayBuffer())).stats();
	for (const channel of ["r", "g", "b"] as const) {
		expect(Math.abs(dominant[channel] - color[channel]), channel).toBeLessThan(24);
	}
}
