import type { Page } from "@playwright/test";
import { fillLink } from "./shot-steps.ts";
import type { Shot } from "./shots.ts";

/** A link's image: the editor, the templates, and what comes of an image that can't be had. */
export const IMAGES: Shot[] = [
	{
		name: "new-link-editor",
		path: "/admin/link/new",
		prepare: async (page) => {
			await fillLink(page);
			await page.getByRole("button", { name: "Edit", exact: true }).click();
			await page.getByText(/ of \d+ × \d+ pixels/).waitFor();
		},
	},
	{
		name: "new-link-templates",
		path: "/admin/link/new",
		prepare: async (page) => {
			await fillLink(page);
			await page.getByRole("button", { name: "Put the title on an image" }).click();
			await page.getByRole("radio", { name: "Cover" }).check();
		},
	},
	{
		name: "new-link-wrong-picture",
		path: "/admin/link/new",
		prepare: async (page) => {
			const buffer = Buffer.from("not a picture at all");
			await page.locator("input[type=file]").setInputFiles({ name: "fake.png", mimeType: "image/png", buffer });
			await page.getByText("Please select an image file").waitFor();
		},
	},
	{
		name: "new-link-templates-without-picture",
		path: "/admin/link/new",
		prepare: async (page) => {
			await page.getByLabel("Title").fill("Eleven quiet beaches");
			await page.getByRole("button", { name: "Put the title on an image" }).click();
			await page.getByText(/choose one first/).waitFor();
		},
	},
	{
		name: "edit-link-templates-picture-failed",
		path: "/admin/link/edit/algarve",
		prepare: async (page) => {
			await page.evaluate(() => {
				HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException("Broken", "EncodingError"));
			});
			await page.getByRole("button", { name: "Put the title on an image" }).click();
			await page.getByText(/yours could not be loaded/).waitFor();
		},
	},
	...Object.entries({
		"session-over": { status: 401, json: { kind: "unauthenticated", message: "Unauthorized" } },
		failed: { status: 500, body: "broken" },
	}).map(([cause, answer]) => ({
		name: `edit-link-editor-${cause}`,
		path: "/admin/link/edit/algarve",
		prepare: async (page: Page) => {
			await page.route("**/api/links/originals/*", (route) => route.fulfill(answer));
			await page.getByRole("button", { name: "Edit", exact: true }).click();
			await page.getByRole("button", { name: "Try again" }).waitFor();
		},
	})),
	{
		name: "edit-link-editor-missing",
		path: "/admin/link/edit/algarve",
		prepare: async (page) => {
			await page.route("**/api/links/originals/*", (route) => route.fulfill({ status: 404, body: "Not kept" }));
			await page.getByRole("button", { name: "Edit", exact: true }).click();
			await page.getByText(/We no longer have the original of this image/).waitFor();
		},
	},
];
