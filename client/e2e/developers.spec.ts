import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { COMMON_CODES, ROUTELESS_CODES } from "#shared/api/v1/openapi.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";
import { expect, test } from "./fixtures.ts";

const SCRIPTS_MAX = 30 * 1024;

const shownCode = (page: Page, language: string) =>
	page.locator(`#getMe [data-code="${language}"]`).getByText("/api/v1/me");

test("an integrator reads all routes, with at most 30 KB of script (P654)", async ({ page }) => {
	const scripts: number[] = [];
	const reading: Promise<unknown>[] = [];
	page.on("response", (response) => {
		if (response.request().resourceType() !== "script") return;
		reading.push(response.body().then((body) => scripts.push(gzipSync(body).length)));
	});
	await page.goto("/developers");
	await expect(page).toHaveTitle("API reference · Visualink");
	await expect(page.locator("[data-language]")).toHaveAttribute("data-language", "curl");
	for (const { id, summary, path } of API_V1_ROUTES) {
		const section = page.locator(`#${id}`);
		await expect(section.getByRole("heading", { name: summary, exact: true })).toBeAttached();
		await expect(section.getByText(`/api/v1${path}`, { exact: true })).toBeAttached();
	}
	for (const code of [...COMMON_CODES, ...ROUTELESS_CODES]) {
		await expect(page.locator("code", { hasText: new RegExp(`^${code}$`) }).first()).toBeAttached();
	}
	await page.waitForLoadState("networkidle");
	await Promise.all(reading);
	expect(scripts.length).toBeGreaterThan(0);
	expect(scripts.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(SCRIPTS_MAX);
	// The address is ours, not a placeholder's.
	await expect(page.locator("body")).not.toContainText("__");
	await expect(page.getByText(`curl "${new URL(page.url()).origin}/api/v1/me"`).first()).toBeVisible();
});

test("one switch sets the language of all examples, and is remembered (P654)", async ({ page }) => {
	await page.goto("/developers");
	await expect(shownCode(page, "curl")).toBeVisible();
	await expect(shownCode(page, "python")).toBeHidden();
	await page.getByRole("radio", { name: "curl" }).focus();
	await page.keyboard.press("ArrowRight");
	await expect(shownCode(page, "typescript")).toBeVisible();
	await page.getByRole("radio", { name: "Python" }).check();
	await expect(shownCode(page, "python")).toBeVisible();
	await expect(shownCode(page, "curl")).toBeHidden();
	await page.reload();
	await expect(shownCode(page, "python")).toBeVisible();
	await expect(page.getByRole("radio", { name: "Python" })).toBeChecked();
});

test("an example is copied as it is shown", async ({ page, context }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.goto("/developers#getMe");
	const copy = page.locator("#getMe").getByRole("button", { name: /^Copy: .*curl$/ });
	await copy.click();
	await expect(copy).toHaveText("Copied");
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	const { origin } = new URL(page.url());
	expect(copied).toBe(`curl "${origin}/api/v1/me" \\\n  -H "Authorization: Bearer $VISUALINK_API_KEY"`);
});

test("the search shows the routes that have a field", async ({ page }) => {
	await page.goto("/developers");
	const search = page.getByRole("searchbox", { name: "Search routes and fields" });
	await search.fill("link_not_found");
	await expect(page.locator("#getLink")).toBeVisible();
	await expect(page.locator("#getMe")).toBeHidden();
	await expect(page.locator("#start")).toBeHidden();
	const list = page.getByRole("navigation", { name: "On this page" });
	await expect(list.getByRole("link", { name: "Read a link" })).toBeVisible();
	await expect(list.getByRole("link", { name: "Get started" })).toBeHidden();
	await expect(page.getByRole("status").filter({ hasText: /match/ })).toHaveText(/^\d+ match(es)?$/);
	await search.fill("linksThisMonth");
	await expect(page.locator("#object-Me")).toBeVisible();
	await search.fill("zzz");
	await expect(page.getByText("No matches. Try a route's name or a field.")).toBeVisible();
	await search.press("Escape");
	await expect(page.locator("#start")).toBeVisible();
	await list.getByRole("link", { name: "Read a link" }).click();
	await expect(page).toHaveURL("/developers#getLink");
	await expect(page.locator("#getLink").getByRole("heading").first()).toBeInViewport();
});

test("visitors come from the footer", async ({ page }) => {
	await page.goto("/terms");
	await page.getByRole("contentinfo").getByRole("link", { name: "API reference" }).click();
	await expect(page).toHaveURL("/developers");
	await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
	await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
	await expect(page).toHaveURL("/privacy");
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("all examples are visible, curl first, and nothing that needs a script", async ({ page }) => {
		await page.goto("/developers");
		const examples = page.locator("#getMe [data-code]");
		await expect(examples).toHaveCount(3);
		for (const [index, language] of ["curl", "typescript", "python"].entries()) {
			await expect(examples.nth(index)).toHaveAttribute("data-code", language);
			await expect(examples.nth(index)).toBeVisible();
		}
		await expect(page.getByRole("searchbox")).toBeHidden();
		await expect(page.getByRole("button")).toHaveCount(0);
	});
});
