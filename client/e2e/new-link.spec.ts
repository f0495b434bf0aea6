import sharp from "sharp";
import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { fill, preview, submit } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

test.describe("on plan pro", () => {
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		await page.goto("/admin/link/new");
	});

	test("has its heading, ways back, image hints and placeholders", async ({ page }) => {
		await expect(page.getByRole("heading", { level: 1, name: "Create New Link", exact: true })).toBeVisible();
		await expect(page.getByText("Create a custom link preview for any URL", { exact: true })).toBeVisible();
		await expect(page.getByRole("link", { name: "Back to dashboard" })).toHaveAttribute("href", "/admin");
		await expect(page.getByRole("link", { name: "Cancel", exact: true })).toHaveAttribute("href", "/admin");
		await expect(page.getByRole("button", { name: "Create Link", exact: true })).toBeEnabled();

		await expect(page.getByRole("tab", { name: "Upload Image" })).toHaveAttribute("aria-selected", "true");
		await expect(page.getByRole("tab", { name: "AI Generate" })).toBeDisabled();
		await expect(page.getByText("Coming Soon", { exact: true })).toBeVisible();
		await expect(page.getByText("Cost: €0.20 per generation", { exact: true })).toBeVisible();
		await expect(page.getByRole("button", { name: "Generate", exact: true })).toBeDisabled();
		for (const text of [
			"Drop your image here or click to browse",
			"Recommended: 1200x630px",
			"Max file size: 5MB",
			"Formats: JPG, PNG, WebP",
		]) {
			await expect(page.getByText(text, { exact: true })).toBeVisible();
		}
		for (const counter of ["0/20", "0/60", "0/160"]) {
			await expect(page.getByText(counter, { exact: true })).toBeVisible();
		}
		await expect(preview(page)).toContainText("Your Link Title");
		await expect(preview(page)).toContainText("A compelling description of your link...");
		await expectAccessible(page);
	});

	test("shows in the preview what is typed, at our short address", async ({ page, baseURL }) => {
		const { userSlug } = (await (await page.request.get("/api/auth/user")).json()) as { userSlug: string };
		const prefix = `${new URL(baseURL ?? "").host}/go/${userSlug}/`;
		await expect(page.getByText(prefix, { exact: true })).toBeVisible();
		await page.getByLabel("Custom URL").fill("algarve");
		await page.getByLabel("Title").fill("Summer in the Algarve");
		await page.getByLabel("Description").fill("Eleven quiet beaches.");
		await expect(preview(page)).toContainText("Summer in the Algarve");
		await expect(preview(page)).toContainText("Eleven quiet beaches.");
		await expect(preview(page)).toContainText(`${prefix}algarve`);
		for (const counter of ["7/20", "21/60", "21/160"]) {
			await expect(page.getByText(counter, { exact: true })).toBeVisible();
		}
	});

	test("counters turn to the warning colour near the limit", async ({ page }) => {
		await page.getByLabel("Title").fill("x".repeat(53));
		await expect(page.getByText("53/60").locator("..")).toHaveClass(/text-muted/);
		await page.getByLabel("Title").fill("x".repeat(54));
		await expect(page.getByText("54/60").locator("..")).toHaveClass(/text-warn/);
		await page.getByLabel("Title").fill("x".repeat(61));
		await expect(page.getByText("61/60").locator("..")).toHaveClass(/text-danger/);
	});

	test("an empty form names each mistake and puts the focus on the first", async ({ page }) => {
		await submit(page);
		for (const message of ["Title is required", "Description is required", "Please enter a valid URL"]) {
			await expect(page.getByText(message, { exact: true })).toBeVisible();
		}
		await expect(page.getByLabel("Title")).toBeFocused();
		await expectAccessible(page);
	});

	const mistakes = [
		["Title", "x".repeat(61), "Title must be 60 characters or less"],
		["Description", "x".repeat(161), "Description must be 160 characters or less"],
		["Target URL", "example", "Please enter a valid URL"],
		["Target URL", "javascript:alert(1)", "Please enter a valid URL"],
		["Custom URL", "x".repeat(21), "Custom URL must be 20 characters or less"],
		["Custom URL", "a b", "Only letters, numbers, underscores and hyphens are allowed"],
	] as const;
	for (const [field, text, message] of mistakes) {
		test(`${field} '${text.slice(0, 20)}': ${message}`, async ({ page }) => {
			await fill(page);
			await page.getByLabel(field).fill(text);
			await submit(page);
			await expect(page.getByText(message, { exact: true })).toBeVisible();
			await expect(page.getByLabel(field)).toBeFocused();
			await expect(page).toHaveURL("/admin/link/new");
		});
	}

	test("says on leaving the field whether a slug may be had, and does not save a taken one", async ({ page }) => {
		await createLink(page.request, { customLinkSlug: "algarve" });
		const slug = page.getByLabel("Custom URL");
		await fill(page);
		await slug.fill("free-one");
		await slug.blur();
		await expect(page.getByText("Custom slug available", { exact: true })).toBeVisible();
		await slug.fill("Algarve");
		await expect(page.getByText("Custom slug available")).toHaveCount(0);
		await slug.blur();
		await expect(page.getByText("This custom URL is already taken", { exact: true })).toBeVisible();
		await expect(page.getByRole("button", { name: "Create Link" })).toBeDisabled();
		let isSent = false;
		page.on("request", (request) => {
			isSent ||= request.method() === "POST";
		});
		await page.getByLabel("Target URL").press("Enter");
		await expectAccessible(page);
		expect(isSent).toBe(false);
		await slug.fill("algarve-2");
		await slug.blur();
		await submit(page);
		await expect(page).toHaveURL("/admin");
	});

	test("creates a link with a picture, shows the upload, and goes to the dashboard", async ({ page }) => {
		await fill(page);
		await page.locator("input[type=file]").setInputFiles(await picture());
		await expect(preview(page).locator("img")).toHaveAttribute("src", /^blob:/);
		await expect(page.getByText("sea.png", { exact: true })).toBeVisible();
		await page.route("**/api/links", async (route) => {
			if (route.request().method() !== "POST") return route.continue();
			await expect(page.getByRole("progressbar", { name: "Image upload" })).toBeVisible();
			await expect(page.getByRole("button", { name: "Create Link" })).toBeDisabled();
			await route.continue();
		});
		const sent = page.waitForRequest((request) => request.method() === "POST");
		await submit(page);
		const body = (await sent).postDataBuffer()?.toString("latin1") ?? "";
		for (const part of ["title", "description", "targetUrl", "customLinkSlug", "imageUrl", "imageSource", "image"]) {
			expect(body).toContain(`name="${part}"`);
		}
		expect(body).toMatch(/name="imageSource"\r\n\r\nupload\r\n/);
		await expectToast(page, { title: "Success!", description: "Link created successfully" });
		await expect(page).toHaveURL("/admin");
		const row = page.getByRole("listitem").filter({ hasText: "Summer in the Algarve" });
		await expect(row.locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
	});

	test("refuses a wrong or too large file before anything is sent", async ({ page }) => {
		const input = page.locator("input[type=file]");
		await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
		await expect(page.getByText("Please select an image file", { exact: true })).toBeVisible();
		await input.setInputFiles({ name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
		await expect(page.getByText("File size must be less than 5MB", { exact: true })).toBeVisible();
		await expect(preview(page).locator("img")).toHaveCount(0);
		await input.setInputFiles(await picture());
		await expect(page.getByText("File size must be less than 5MB")).toHaveCount(0);
		await page.getByRole("button", { name: "Remove image" }).click();
		await expect(preview(page).locator("img")).toHaveCount(0);
	});

	for (const { way, name, type } of [
		{ way: "drop", name: "sea.png", type: "image/png" },
		{ way: "paste", name: "sea.png", type: "image/png" },
		{ way: "drop", name: "sea", type: "" },
		{ way: "drop", name: "sea.txt", type: "text/plain" },
	] as const) {
		test(`takes a picture by ${way}, called ${name}: its content decides (P58)`, async ({ page }) => {
			const bytes = [...(await picture()).buffer];
			await page.getByText("Drop your image here or click to browse").evaluate(
				(zone, { bytes, way, name, type }) => {
					const data = new DataTransfer();
					data.items.add(new File([new Uint8Array(bytes)], name, { type }));
					const event =
						way === "drop"
							? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
							: new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
					zone.dispatchEvent(event);
				},
				{ bytes, way, name, type },
			);
			await expect(preview(page).locator("img")).toHaveAttribute("src", /^blob:/);
			await expect(preview(page).locator("img")).toHaveJSProperty("naturalWidth", 1600);
			await fill(page);
			await submit(page);
			await expectToast(page, { title: "Success!", description: "Link created successfully" });
			const row = page.getByRole("listitem").filter({ hasText: "Summer in the Algarve" });
			await expect(row.locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
		});
	}
});

test.describe("below plan pro", () => {
	for (const plan of ["starter", "basic"] as const) {
		test(`${plan}: the slug is disabled, with the way to upgrade`, async ({ page }) => {
			await becomePerson(page.request, { plan });
			await page.goto("/admin/link/new");
			await expect(page.getByLabel("Custom URL")).toBeDisabled();
			await expect(page.getByRole("link", { name: "Upgrade to use this feature", exact: true })).toHaveAttribute(
				"href",
				"/pricing",
			);
			await expectAccessible(page);
			await fill(page);
			await submit(page);
			await expectToast(page, { title: "Success!", description: "Link created successfully" });
		});
	}
});

async function picture() {
	const canvas = sharp({ create: { width: 1600, height: 900, channels: 3, background: "#0f6b6b" } });
	return { name: "sea.png", mimeType: "image/png", buffer: await canvas.png().toBuffer() };
}

test.describe("on a narrow screen", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test("the card stays in sight while one types, in any direction, and only the keyboard draws a ring", async ({
		page,
	}) => {
		await becomePerson(page.request, { plan: "pro" });
		await page.goto("/admin/link/new");
		const small = page.locator("[data-small-card]");
		await expect(small).toHaveCount(0);
		const title = page.getByLabel("Title");
		const outline = () => title.evaluate((field) => getComputedStyle(field).outlineStyle);
		await title.click();
		expect(await outline()).toBe("none");
		await title.fill("שלום עולם");
		await expect(small).toBeInViewport();
		await expect(small).toContainText("שלום עולם");
		expect(await title.evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
		const shown = small.getByText("שלום עולם");
		expect(await shown.evaluate((text) => getComputedStyle(text).direction)).toBe("rtl");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Shift+Tab");
		await expect(title).toBeFocused();
		expect(await outline()).toBe("solid");
		// What the keyboard leads to is not hidden below the card.
		const [field, card] = [await title.boundingBox(), await small.boundingBox()];
		expect(field?.y).toBeGreaterThanOrEqual((card?.y ?? 0) + (card?.height ?? 0));
		await expectAccessible(page);
	});
});
