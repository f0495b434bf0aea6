import { closeByEscape, expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { choose, expectRed, noise, openEditor, picture, swipe, use } from "./image-editor-steps.ts";
import { fill, submit } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
});

test("the whole image is shown on a ground that is chosen, also by zooming out, and a crop again (P500)", async ({
	page,
}) => {
	await page.goto("/admin/link/new");
	await fill(page);
	await choose(page);
	const dialog = page.getByRole("dialog");
	const edit = page.getByRole("button", { name: "Edit", exact: true });
	await edit.click();
	await expect(dialog.getByRole("radio", { name: "Fit" })).toBeChecked();
	await expect(dialog.getByRole("radio", { name: "Blur" })).toBeChecked();
	await dialog.getByRole("radio", { name: "Black" }).check();
	expect(await use(page, "Fit")).toEqual([0, 0, 2400, 700, "fit", "black"]);
	await openEditor(page);
	await dialog.getByRole("button", { name: "Zoom out" }).click();
	await expect(dialog.getByRole("radio", { name: "Fit" })).toBeChecked();
	await expect(dialog.getByRole("radio", { name: "Black" })).toBeChecked();
	await dialog.getByRole("radio", { name: "Edge color" }).check();
	await use(page, "Fit");
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
});

test("a title is put on the link's own image, where it can be read in each style", async ({ page }) => {
	await page.goto("/admin/link/new");
	await fill(page);
	const dialog = page.getByRole("dialog");
	await page.locator("input[type=file]").setInputFiles(await noise());
	await page.getByRole("button", { name: "Put the title on an image" }).click();
	await dialog.getByRole("radio", { name: "Cover" }).check();
	const contrasts = await dialog.locator("canvas").evaluateAll((all) => all.map((one) => Number(one.dataset.contrast)));
	expect(contrasts).toHaveLength(8);
	expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
	await dialog.getByRole("button", { name: "Use this image" }).click();
	await expect(page.getByText("Title on cover.jpg", { exact: true })).toBeVisible();
});

test("another file forgets the section; what is too small to be cropped is shown whole", async ({ page }) => {
	await page.goto("/admin/link/new");
	await fill(page);
	await choose(page);
	await openEditor(page);
	await page.getByRole("button", { name: "Zoom in" }).click();
	await use(page);
	await choose(page, { width: 500, height: 300 });
	await expect(page.getByText("Cropped by you")).toHaveCount(0);
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("radio", { name: "Fit" })).toBeChecked();
	await expect(dialog.getByRole("radio", { name: "Crop" })).toHaveCount(0);
	await expectAccessible(page);
	await closeByEscape(page, dialog);
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
});

test.describe("without an original", () => {
	test.use({ expectedNoise: /Failed to load resource|could not be (opened|drawn)|couldn't crop/ });

	test("loading the original can be retried, and another image chosen", async ({ page }) => {
		const link = await createLink(page.request, { image: await picture() });
		let isUnavailable = true;
		await page.route("**/api/links/originals/*", (route) =>
			isUnavailable ? route.abort() : route.fulfill({ status: 404, json: { kind: "not_found", message: "Not kept" } }),
		);
		await page.goto(`/admin/link/edit/${link.linkSlug}`);
		await page.getByRole("button", { name: "Edit", exact: true }).click();
		await expect(page.getByText("Visualink could not be reached. Please try again.")).toBeVisible();
		isUnavailable = false;
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.getByText(/We no longer have the original of this image/)).toBeVisible();
		await expectAccessible(page);
		const chooser = page.waitForEvent("filechooser");
		await page.getByRole("button", { name: "Choose an image" }).click();
		await (await chooser).setFiles(await picture());
		await expect(page.getByText("sea.png", { exact: true })).toBeVisible();
		await page.unroute("**/api/links/originals/*");
		await openEditor(page);

		const dialog = page.getByRole("dialog");
		await page.route("**/api/links/image", (route) => route.abort());
		await dialog.getByRole("button", { name: "Crop" }).click();
		await expect(dialog.getByRole("alert")).toHaveText("Visualink could not be reached. Please try again.");
		// As a browser that is out of memory does.
		await page.evaluate(() => {
			HTMLCanvasElement.prototype.toBlob = (done) => done(null);
		});
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await page.getByRole("button", { name: "Put the title on an image" }).click();
		await dialog.getByRole("button", { name: "Use this image" }).click();
		await expect(dialog.getByRole("alert")).toHaveText("The image could not be drawn. Please try again.");
	});
});

test.describe("without a part of the page", () => {
	test.use({ expectedNoise: /Failed to load resource|part of the page|dynamically imported module|preload/ });

	test("a part that can't be fetched says so, and the form keeps what was typed", async ({ page }) => {
		await page.route(/\/assets\/(image-editor|template-picker|app-previews)-/, (route) => route.abort());
		await page.goto("/admin/link/new");
		const said = page.getByRole("alert").filter({ hasText: "This could not be loaded. Save your link first" });
		const apps = page.getByRole("region", { name: "App previews" });
		await apps.getByRole("button", { name: "App previews" }).click();
		await expect(apps.getByRole("alert")).toBeVisible();
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
		await page.getByRole("dialog").getByRole("radio", { name: "Crop" }).check();
		await expect(page.getByRole("dialog").getByRole("status")).toHaveText("1333 × 700 of 2400 × 700 pixels");
		const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
		expect(await overflow()).toBeLessThanOrEqual(0);
		await swipe(page, { by: -300 });
		await page.getByRole("button", { name: "Zoom in" }).tap();
		const [x = 0] = await use(page);
		expect(x).toBeGreaterThan(900);
		await expectRed(page, false);
	});
});
