import type { Page } from "@playwright/test";
import sharp from "sharp";
import { translatePage } from "../screens/translator.ts";
import { expect, expectToast, test } from "./fixtures.ts";
import { fill, preview, submit } from "./link-form.ts";
import { consent, pickCountry, save } from "./onboarding-form.ts";
import { becomePerson, CHROME, createLink } from "./person.ts";

// React reports a page that was translated before it took the HTML over, and draws it again. A taken slug is a 409.
test.use({ expectedNoise: /Minified React error #(?:418|423|425)|Failed to load resource/ });

test.beforeEach(async ({ page }) => {
	await page.addInitScript(translatePage, null);
});

/** The screen lives, and is translated. */
async function expectAlive(page: Page, heading: string | RegExp): Promise<void> {
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
	await expect(page.locator("h1 font").first()).toBeAttached();
	await expect(page.getByText("This page could not be shown")).toHaveCount(0);
}

const text = (page: Page) => page.locator("body").textContent();

test("a visitor reads the public pages, is onboarded and pays, all translated (P515)", async ({ page }) => {
	await page.goto("/");
	await expectAlive(page, "Link previews in Social Networks");
	await page.getByRole("switch").first().click();
	await page.getByRole("link", { name: "Get Started with Google" }).first().click();
	await page.getByLabel("Another address").fill(`translated-${crypto.randomUUID()}@example.com`);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	await expectAlive(page, "Complete your profile");
	await page.getByRole("tab", { name: "Business" }).click();
	await save(page);
	await expect(page.getByLabel("Business name")).toHaveAttribute("aria-invalid", "true");
	await page.getByRole("tab", { name: "Individual" }).click();
	await page.getByLabel("Full name").fill("Ada Lovelace");
	await pickCountry(page, "Portugal");
	await consent(page);
	await save(page);
	await expectAlive(page, "Subscription Plans");
	for (const [interval, price] of [
		["Monthly", /€19\.99/],
		["Yearly", /€199\.90/],
	] as const) {
		await page.getByRole("radio", { name: interval }).check();
		await expect.poll(() => text(page)).toMatch(price);
	}
});

test("a subscriber makes and edits a link on translated screens, whose texts stay up to date (P515)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "enterprise" });
	await createLink(page.request, { customLinkSlug: "mine" });
	await page.goto("/admin/link/new");
	await expectAlive(page, "Create New Link");
	await fill(page);
	await expect.poll(() => text(page)).toContain("21/60");
	await page.getByLabel("Title").fill("Winter");
	await expect.poll(() => text(page)).toContain("6/60");
	expect(await text(page)).not.toContain("21/60");
	await expect(preview(page)).toContainText("Winter");

	const image = { name: "sea.png", mimeType: "image/png", buffer: await picture() };
	const file = page.locator("input[type=file]").first();
	await file.setInputFiles(image);
	await expect(preview(page).locator("img")).toHaveAttribute("src", /^\/images\//);
	await page.getByRole("button", { name: "Remove image" }).click();
	await expect(preview(page).locator("img")).toHaveCount(0);
	await file.setInputFiles(image);
	await expect(preview(page).locator("img")).toHaveAttribute("src", /^\/images\//);

	const slug = page.getByLabel(/^Custom URL/);
	await slug.fill("mine");
	await slug.blur();
	await expect(page.getByText(/taken/i).first()).toBeVisible();
	await slug.fill("winter");
	await slug.blur();
	await expect(page.getByText(/available/i).first()).toBeVisible();
	await expect(page.getByText(/taken/i)).toHaveCount(0);
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	await expectAlive(page, "Admin Dashboard");
	await expect.poll(() => text(page)).toMatch(/Total: 2, Monthly: 2\//);

	await page.goto("/admin/link/edit/winter");
	await expectAlive(page, "Edit Link");
	await page.getByLabel("Title").fill("Spring");
	await page.getByRole("button", { name: "Update Link" }).click();
	await expectToast(page, { title: "Success!" });
	await expect(page.getByRole("list", { name: "Your Links" })).toContainText("Spring");
});

test("a subscriber's other screens are alive when they are translated (P515)", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { linkSlug, shortUrl } = await createLink(page.request, { title: "Summer" });
	const visit = () => page.request.get(shortUrl, { headers: { "user-agent": CHROME }, maxRedirects: 0 });
	for (let n = 0; n < 10; n++) await visit();
	await page.goto("/admin");
	await expectAlive(page, "Admin Dashboard");
	await page.getByRole("tab", { name: "Subscription" }).click();
	await page.getByRole("button", { name: "Cancel subscription" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
	await expectToast(page, { title: "Subscription canceled" });
	await expect(page.getByText(/^Canceled \(ends on/)).toBeVisible();
	await page.getByRole("button", { name: "Reactivate subscription" }).click();
	await expectToast(page, { title: "Subscription reactivated" });
	await expect(page.getByText(/^Canceled \(ends on/)).toHaveCount(0);
	await page.getByRole("tab", { name: "Links" }).click();
	await expect(page.getByRole("list", { name: "Your Links" })).toContainText("Summer");

	await page.goto(`/admin/link/previews/${linkSlug}`);
	await expectAlive(page, "Previews");
	await page.getByRole("tab", { name: /^Discord/ }).click();
	await page.getByRole("tab", { name: /^WhatsApp/ }).click();
	await page.goto(`/admin/link/stats/${linkSlug}`);
	await expectAlive(page, /./);
	await page.getByRole("button", { name: "Create public page" }).click();
	const open = page.getByRole("link", { name: "Open the public page in a new tab" });
	const address = new URL((await open.getAttribute("href")) ?? "").pathname;
	await page.goto("/admin/analytics");
	await expectAlive(page, "Analytics");
	await page.goto("/admin/import");
	await expectAlive(page, /./);
	await page.locator("input[type=file]").setInputFiles({
		name: "links.csv",
		mimeType: "text/csv",
		buffer: Buffer.from("Long URL,Bitlink,Title\nhttps://example.com/1,bit.ly/one,One"),
	});
	await expect(page.getByText("1 new, 0 duplicates, 0 skipped.")).toBeVisible();
	await page.getByRole("button", { name: "Import 1 link" }).click();
	await expect(page.getByText("Done: 1 link imported, 0 duplicates, 0 skipped.")).toBeVisible();
	await page.goto(address);
	await expectAlive(page, "Statistics");
	const path = new URL(shortUrl).pathname;
	for (const address of [`${path}+`, `/go/~report?link=${encodeURIComponent(path)}`]) {
		await page.goto(address);
		await expectAlive(page, /./);
	}

	await page.goto("/account");
	await expectAlive(page, "Account");
	await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Data" }).click();
	await page.getByRole("button", { name: "Delete account" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Delete account" }).click();
	await expect(dialog.getByLabel("Your user name")).toHaveAttribute("aria-invalid", "true");
	await dialog.getByRole("button", { name: "Keep account" }).click();
	await expect(dialog).toHaveCount(0);
});

function picture(): Promise<Buffer> {
	const canvas = sharp({ create: { width: 1200, height: 630, channels: 3, background: "#0f6b6b" } });
	return canvas.png().toBuffer();
}
