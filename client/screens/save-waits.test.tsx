import { beforeEach, describe, expect, it } from "vitest";
import { API } from "#shared/platform/api-paths.ts";
import {
	chooseFile,
	chooseImage,
	expectSaved,
	expectSavedImage,
	fillRequired,
	openNewLink,
	submit,
	title,
} from "./link-form.ts";
import { madeRow } from "./link-menu.ts";
import { answerWith, calls, holdCalls } from "./network.ts";
import { becomePerson } from "./person.ts";
import { address, article, button, expectCopy, paste, TITLE } from "./prefill.ts";
import { expectPath, expectValue, fill, screen, user, waitFor } from "./screen.tsx";

/** A save waits for the images that are on their way, and sends what was chosen last (P149). */
const GREEN = { r: 0, g: 128, b: 0 };
const PURPLE = { r: 128, g: 0, b: 128 };
const WAITING = "Waiting for the image …";

beforeEach(async () => {
	await becomePerson({ plan: "starter" });
	await openNewLink();
});

it("a save waits for the image that is being copied", async () => {
	const release = await saveWhileCopying("waiting");
	await expectPath("/admin/link/new");
	release();
	await expectSaved();
	expect((await madeRow()).querySelector("img")?.getAttribute("src")).toMatch(/\/images\/.+\.jpg/);
});

it("what a person types while a save waits for the image is saved, too", async () => {
	const release = await saveWhileCopying("buoy");
	fill(title(), "Corrected while waiting");
	release();
	await expectSaved();
	expect((await madeRow()).textContent).toContain("Corrected while waiting");
});

it("a file chosen while a save waits for a page's image is what is saved", async () => {
	const release = holdCalls(API.links.image);
	await saveWhileCopying("mast");
	await chooseImage(PURPLE);
	await expectSent(1);
	release();
	await expectSavedImage(PURPLE);
});

it("of two files, the one chosen while a save waits for the first is what is saved", async () => {
	const release = holdCalls(API.links.image);
	fillRequired();
	await chooseImage(GREEN);
	await expectSent(1);
	await submit();
	await screen.findByText(WAITING);
	await chooseImage(PURPLE);
	await expectSent(2);
	release();
	await expectSavedImage(PURPLE);
});

it("a file that is refused while a save waits keeps the form, until another is chosen", async () => {
	await saveWhileCopying("keel");
	await chooseFile(new File(["no picture"], "notes.txt", { type: "text/plain" }));
	const refusal = await screen.findByText("Please select an image file");
	expect(refusal.getAttribute("role")).toBe("alert");
	await waitFor(() => expect(screen.queryByText(WAITING)).toBeNull());
	await expectPath("/admin/link/new");
	await chooseImage(PURPLE);
	await submit();
	await expectSavedImage(PURPLE);
});

describe("where the image can't be had", () => {
	it("a chosen image that fails while a save waits for it keeps the form, and says so", async () => {
		await paste(address(), article("jetty"));
		await expectCopy();
		const release = holdCalls("/api/links/picture");
		answerWith("/api/links/picture", 422);
		await user.click(button("Image 2"));
		await submit();
		await screen.findByText(WAITING);
		release();
		await screen.findByText("Something went wrong on our end. Please try again in a moment.");
		await waitFor(() => expect(screen.queryByText(WAITING)).toBeNull());
		await expectPath("/admin/link/new");
		// Nothing was saved without it.
		await chooseImage(PURPLE);
		await submit();
		await expectSavedImage(PURPLE);
		expect(calls.filter(({ method, path }) => method === "POST" && path === API.links.all)).toHaveLength(1);
	});
});

/** Saves the link of an article whose image is on its way. @returns lets that come */
async function saveWhileCopying(host: string): Promise<() => void> {
	const release = holdCalls("/api/links/picture");
	await paste(address(), article(host));
	await expectValue(title, TITLE);
	await submit();
	await screen.findByText(WAITING);
	return release;
}

/** Waits until so many files have been sent. */
async function expectSent(count: number): Promise<void> {
	await waitFor(() => expect(calls.filter(({ path }) => path === API.links.image)).toHaveLength(count));
}
