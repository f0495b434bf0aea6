import sharp from "sharp";
import { answerWith, expect, expectAccessible, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test.describe("an own link", () => {
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request, { plan: "enterprise" });
		await createLink(page.request, { title: "Spring", customLinkSlug: "spring", image: await picture() });
	});

	test("is loaded by its slug, with its views, and saved", async ({ page }) => {
		await page.goto("/admin/link/edit/spring");
		await expect(page.getByRole("heading", { level: 1, name: "Edit Link", exact: true })).toBeVisible();
		await expect(page.getByText("0 views so far: 0 human, 0 bot", { exact: true })).toBeVisible();
		await expect(page.getByLabel("Custom URL")).toHaveValue("spring");
		await expect(page.getByLabel("Title")).toHaveValue("Spring");
		const shown = page.getByRole("region", { name: "Live preview" }).locator("img");
		await expect(shown).toHaveAttribute("src", /\/images\/.+\.jpg/);
		await expectAccessible(page);
		await page.getByLabel("Title").fill("Late spring");
		await page.getByLabel("Custom URL").fill("late-spring");
		await page.getByRole("button", { name: "Update Link", exact: true }).click();
		await expectToast(page, { title: "Success!", description: "Link updated successfully" });
		await expect(page).toHaveURL("/admin");
		const row = page.getByRole("listitem").filter({ hasText: "Late spring" });
		await expect(row).toContainText("/late-spring");
		await expect(row.locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
	});

	test("its own slug is not asked about", async ({ page }) => {
		let isAsked = false;
		page.on("request", (request) => {
			isAsked ||= request.url().includes("check-slug-availability");
		});
		await page.goto("/admin/link/edit/spring");
		await page.getByLabel("Custom URL").fill("spring-2");
		await page.getByLabel("Custom URL").fill("spring");
		await page.getByLabel("Custom URL").blur();
		await expectAccessible(page);
		await page.getByLabel("Custom URL").fill("Spring");
		await page.getByLabel("Custom URL").blur();
		await expect(page.getByRole("button", { name: "Update Link" })).toBeEnabled();
		expect(isAsked).toBe(false);
		await page.getByLabel("Custom URL").fill("summer");
		await page.getByLabel("Custom URL").blur();
		await expect(page.getByText("Custom slug available", { exact: true })).toBeVisible();
		expect(isAsked).toBe(true);
	});

	test("a new file takes the place of the picture; the picture can be taken away", async ({ page }) => {
		await page.goto("/admin/link/edit/spring");
		const shown = page.getByRole("region", { name: "Live preview" }).locator("img");
		await page.locator("input[type=file]").setInputFiles(await picture());
		await expect(shown).toHaveAttribute("src", /^blob:/);
		await page.getByRole("button", { name: "Remove image" }).click();
		await expect(shown).toHaveCount(0);
		await page.getByRole("button", { name: "Update Link" }).click();
		await expect(page).toHaveURL("/admin");
		await expect(page.getByRole("listitem").filter({ hasText: "Spring" }).locator("img")).toHaveCount(0);
	});

	test("a spinner shows while it loads", async ({ page }) => {
		await page.route("**/api/links/by-slug/spring", () => undefined);
		await page.goto("/admin/link/edit/spring");
		await expect(page.getByRole("status").filter({ hasText: "Loading the link" })).toBeVisible();
	});
});

test.describe("when a call fails", () => {
	test.use({ expectedNoise: FAILED_CALL });
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
	});

	for (const cause of ["it does not exist", "it is somebody else's", "the server breaks"]) {
		test(`Link Not Found: ${cause}`, async ({ page, playwright, baseURL }) => {
			if (cause === "it is somebody else's") {
				const other = await playwright.request.newContext({ baseURL: baseURL ?? "" });
				await becomePerson(other, { plan: "pro" });
				await createLink(other, { customLinkSlug: "theirs" });
				await other.dispose();
			}
			if (cause === "the server breaks") await answerWith(page, "/api/links/by-slug/theirs", 500);
			await page.goto("/admin/link/edit/theirs");
			await expect(page.getByRole("heading", { name: "Link Not Found", exact: true })).toBeVisible();
			await expect(
				page.getByText("The link you're trying to edit doesn't exist or you don't have permission to access it.", {
					exact: true,
				}),
			).toBeVisible();
			await expectAccessible(page);
			await page.getByRole("link", { name: "Back to dashboard" }).click();
			await expect(page).toHaveURL("/admin");
		});
	}

	test("Link Not Found: it has moved, by a save of one's own", async ({ page }) => {
		await createLink(page.request, { customLinkSlug: "spring" });
		await page.goto("/admin/link/edit/spring");
		await page.getByLabel("Custom URL").fill("summer");
		await page.getByRole("button", { name: "Update Link" }).click();
		await expect(page).toHaveURL("/admin");
		await page.goBack();
		await expect(page).toHaveURL("/admin/link/edit/spring");
		await expect(page.getByRole("heading", { name: "Link Not Found", exact: true })).toBeVisible();
	});

	test("an update that fails keeps what was typed", async ({ page }) => {
		await createLink(page.request, { customLinkSlug: "spring" });
		await page.goto("/admin/link/edit/spring");
		await page.getByLabel("Title").fill("Late spring");
		await page.route("**/api/links/by-slug/spring", (route) =>
			route.request().method() === "PUT" ? route.fulfill({ status: 503 }) : route.continue(),
		);
		await page.getByRole("button", { name: "Update Link" }).click();
		await expectToast(page, {
			title: "Error",
			description: "Failed to update link. Please try again.",
			isDestructive: true,
		});
		await expect(page.getByLabel("Title")).toHaveValue("Late spring");
		await expect(page).toHaveURL("/admin/link/edit/spring");
	});
});

async function picture() {
	const canvas = sharp({ create: { width: 1600, height: 900, channels: 3, background: "#8a4b2a" } });
	return { name: "spring.png", mimeType: "image/png", buffer: await canvas.png().toBuffer() };
}
