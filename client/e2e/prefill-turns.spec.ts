import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { hold, paste, preview, submit } from "./link-form.ts";
import { becomePerson } from "./person.ts";

/** What happens when someone goes on while a page or its picture is still on its way. Each test has a host of its own. */
const article = (name: string) => `http://${name}.sandbox.example/article`;
const TITLE = "Eleven quiet beaches of the Algarve & how to get there";
const OWN_PICTURE = /^blob:/;
const COPY = /^\/images\/[0-9a-f]{64}\.jpg$/;

const start = (page: Page) => page.getByRole("region", { name: "Start from a page" });
const address = (page: Page) => start(page).getByLabel("Start from a page");
const status = (page: Page) => start(page).getByRole("status");
const target = (page: Page) => page.getByLabel("Target URL");
const shown = (page: Page) => preview(page).locator("img");

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.goto("/admin/link/new");
});

test("'Cancel' beside the address ends the reading, and begins no other", async ({ page }) => {
	const asked = await hold(page, "**/api/links/prefill");
	await paste(address(page), article("weir"));
	await start(page).getByRole("button", { name: "Cancel" }).click();
	await expect(status(page)).toHaveText(/^We read its title/);
	await expect(address(page)).toBeFocused();
	await expect(start(page).getByRole("button", { name: "Fill in" })).toBeVisible();
	expect(asked.count()).toBe(1);
});

test("one's own file is not thrown away by a picture that comes later, and what was removed stays away", async ({
	page,
}) => {
	await paste(address(page), article("quay"));
	await expect(shown(page)).toHaveAttribute("src", COPY);
	const late = await hold(page, "**/api/links/picture");
	await start(page).getByRole("button", { name: "Picture 2" }).click();
	await expect(status(page)).toHaveText("Copying an image from quay.sandbox.example …");
	await page.locator("input[type=file]").setInputFiles(await picture());
	await expect(shown(page)).toHaveAttribute("src", OWN_PICTURE);
	await expect(status(page)).toHaveText(/^From quay\.sandbox\.example: title/);
	await start(page).getByRole("button", { name: "Picture 1" }).click();
	await expect(shown(page)).toHaveAttribute("src", COPY);
	await start(page).getByRole("button", { name: "Picture 2" }).click();
	await page.getByRole("button", { name: "Remove image" }).click();
	await late.release();
	await expect(status(page)).toHaveText(/^From quay\.sandbox\.example: title/);
	await expect(shown(page)).toHaveCount(0);
});

test("a picture that was copied once is not asked for again", async ({ page }) => {
	await paste(address(page), article("mole"));
	await expect(shown(page)).toHaveAttribute("src", COPY);
	const first = (await shown(page).getAttribute("src")) ?? "";
	const asked = await count(page, "**/api/links/picture");
	for (const [name, calls] of [
		["Picture 2", 1],
		["Picture 1", 1],
		["Picture 2", 1],
	] as const) {
		await start(page).getByRole("button", { name }).click();
		await expect(start(page).getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
		expect(asked()).toBe(calls);
	}
	await expect(shown(page)).not.toHaveAttribute("src", first);
});

test("nothing of one page stands beside the address of another, whatever becomes of that", async ({ page }) => {
	await paste(address(page), article("dune"));
	await expect(shown(page)).toHaveAttribute("src", COPY);
	await page.getByLabel("Description").fill("In my own words.");
	await address(page).fill("http://dunes.sandbox.example/challenge");
	await address(page).press("Enter");
	await expect(status(page)).toHaveText(/^dunes\.sandbox\.example blocks automated readers/);
	await expect(target(page)).toHaveValue("http://dunes.sandbox.example/challenge");
	await expect(page.getByLabel("Title")).toHaveValue("");
	await expect(shown(page)).toHaveCount(0);
	await expect(page.getByLabel("Description")).toHaveValue("In my own words.");
});

test("another picture of the page, chosen before the first has come, takes no word of the page away", async ({
	page,
}) => {
	await page.getByLabel("Title").fill("My own words");
	const late = await hold(page, "**/api/links/picture");
	await paste(target(page), article("reef"));
	await start(page).getByRole("button", { name: "Picture 2" }).click();
	await late.release();
	await expect(start(page).getByRole("button", { name: "Picture 2" })).toHaveAttribute("aria-pressed", "true");
	await expect(status(page)).toHaveText(
		"From reef.sandbox.example: description, target URL, image. Left as you wrote it: title.",
	);
	await start(page).getByRole("button", { name: "Use the page's instead" }).click();
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
	await expect(page.getByLabel("Title")).toBeFocused();
});

test("who stops the reading at the target stays there", async ({ page }) => {
	await hold(page, "**/api/links/prefill");
	await paste(target(page), article("lock"));
	await page.getByRole("button", { name: "Stop reading the page" }).focus();
	await page.keyboard.press("Enter");
	await expect(target(page)).toBeFocused();
});

test("who is about to stop the reading when it ends by itself loses no place", async ({ page }) => {
	for (const [field, button] of [
		[target(page), "Stop reading the page"],
		[address(page), "Cancel"],
	] as const) {
		await page.reload();
		const late = await hold(page, "**/api/links/prefill");
		await paste(field, article("sluice"));
		await page.getByRole("button", { name: button, exact: true }).focus();
		await late.release();
		await expect(page.getByLabel("Title")).toHaveValue(TITLE);
		await expect(field).toBeFocused();
	}
});

test.describe("where a picture or a page can't be had", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("one's own picture takes the place of one that failed, and the first press saves", async ({ page }) => {
		await paste(address(page), article("pier"));
		await expect(shown(page)).toHaveAttribute("src", COPY);
		await page.route("**/api/links/picture", (route) => route.fulfill({ status: 422, body: "broken" }));
		await start(page).getByRole("button", { name: "Picture 2" }).click();
		await expect(page.getByText("Something went wrong on our end. Please try again in a moment.")).toBeVisible();
		await page.locator("input[type=file]").setInputFiles(await picture());
		await expect(shown(page)).toHaveAttribute("src", OWN_PICTURE);
		await submit(page);
		await expectToast(page, { title: "Success!", description: "Link created successfully" });
	});

	test("why the page's picture was not copied is said, and it can be tried again", async ({ page }) => {
		const words = "You've read many pages in the last minute. Try again in a minute.";
		await page.route("**/api/links/picture", (route) =>
			route.fulfill({ status: 429, json: { kind: "too_many", message: words } }),
		);
		await paste(address(page), article("cape"));
		await expect(status(page)).toHaveText(new RegExp(`We couldn't load its image\\. ${words}$`));
		await page.unroute("**/api/links/picture");
		await start(page).getByRole("button", { name: "Picture 1" }).click();
		await expect(shown(page)).toHaveAttribute("src", COPY);
		await expect(status(page)).toHaveText("From cape.sandbox.example: title, description, target URL, image.");
	});

	test("what was pasted as target is told at the target", async ({ page }) => {
		await address(page).fill("left over");
		await paste(target(page), "http://strand.sandbox.example/broken");
		const words = "strand.sandbox.example answered 500. You can fill in the form yourself.";
		const note = page.getByRole("status").filter({ hasText: words });
		await expect(note).toBeInViewport();
		await expect(status(page)).toHaveText(/^We read its title/);
		await expect(address(page)).toHaveAttribute("aria-invalid", "false");
		await expectAccessible(page);
		await target(page).fill("https://example.com/");
		await expect(note).toHaveCount(0);
	});
});

test("an address pasted over the one before it begins anew", async ({ page }) => {
	await address(page).fill("example.com");
	await address(page).selectText();
	await paste(address(page), article("ford"));
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
});

async function count(page: Page, pattern: string): Promise<() => number> {
	let calls = 0;
	await page.route(pattern, (route) => {
		calls += 1;
		return route.continue();
	});
	return () => calls;
}

async function picture() {
	const canvas = sharp({ create: { width: 1600, height: 900, channels: 3, background: "#0f6b6b" } });
	return { name: "sea.png", mimeType: "image/png", buffer: await canvas.png().toBuffer() };
}
