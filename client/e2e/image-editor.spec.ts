import { expect, expectToast, test } from "./fixtures.ts";
import { choose, drag, expectRed, openEditor, section, use } from "./image-editor-steps.ts";
import { fill, preview, submit } from "./link-form.ts";
import { becomePerson } from "./person.ts";

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
	// As far to the left as it goes, then nearer to what is in the middle.
	await section(page).focus();
	for (let step = 0; step < 60; step += 1) await page.keyboard.press("ArrowRight");
	await page.keyboard.press("+");
	await page.keyboard.press("+");
	await expect(page.getByRole("slider", { name: "Zoom" })).toHaveAttribute("aria-valuetext", "132%");
	const [x = -1, , width = 0, height = 0] = (await use(page)) as number[];
	await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeFocused();
	await expect(page.getByText("Cropped by you")).toBeVisible();
	await expectRed(page, true);

	expect([Math.round(x / 10), width, height]).toEqual([16, 1008, 529]);
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });

	await page.getByRole("link", { name: /^Edit/ }).first().click();
	await openEditor(page);
	await expect(page.getByRole("dialog").getByRole("status")).toHaveText(`${width} × ${height} of 2400 × 700 pixels`);
	await drag(page, { by: -2000 });
	const [moved = -1, , same] = await use(page);
	expect([moved, same]).toEqual([2400 - width, width]);
	await expectRed(page, false);
	await page.getByRole("button", { name: "Update Link" }).click();
	await expectToast(page, { title: "Success!", description: "Link updated successfully" });
});

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
	await dialog.getByRole("button", { name: "Use this image" }).click();
	await expect(page.getByText("Title on ink.jpg", { exact: true })).toBeVisible();
	await expect(preview(page).locator("img")).toHaveAttribute("src", /^\/images\//);

	await page.getByLabel("Title").fill("Winter");
	await expect(page.getByText("Your image still shows the old title.")).toBeVisible();
	await page.getByRole("button", { name: "Update image" }).click();
	await expect(dialog.getByRole("radio", { name: "Ink" })).toBeChecked();
	await dialog.getByRole("button", { name: "Use this image" }).click();
	await expect(page.getByText("Your image still shows the old title.")).toHaveCount(0);

	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expect(page.getByRole("listitem").first().locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
});
