import type { Page } from "@playwright/test";
import { expect, expectToast, test } from "./fixtures.ts";
import { paste, preview, submit } from "./link-form.ts";
import { becomePerson } from "./person.ts";

/** The sandbox's made-up web (docs/sandbox.md). A host may be asked six times a minute: each test has one of its own. */
const article = (name: string) => `http://${name}.sandbox.example/article`;
const TITLE = "Eleven quiet beaches of the Algarve & how to get there";
const DESCRIPTION = "No car, no crowds: a walk from cove to cove, with the trains that lead there.";

const start = (page: Page) => page.getByRole("region", { name: "Start from a page" });
const address = (page: Page) => start(page).getByLabel("Start from a page");
const target = (page: Page) => page.getByLabel("Target URL");

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
});

test("from a pasted address to a saved card, its picture copied", async ({ page, baseURL }) => {
	const ARTICLE = article("coast");
	const elsewhere: string[] = [];
	page.on("request", (request) => {
		const isOurs = request.url().startsWith(baseURL ?? "") || request.url().startsWith("blob:");
		if (!isOurs) elsewhere.push(request.url());
	});
	await page.goto("/admin/link/new");
	await paste(address(page), ARTICLE);
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
	await expect(page.getByLabel("Description")).toHaveValue(DESCRIPTION);
	await expect(target(page)).toHaveValue(ARTICLE);
	await expect(preview(page).locator("img")).toHaveAttribute("src", /^\/images\/[0-9a-f]{64}\.jpg$/);
	await expect(page.getByText("Image from coast.sandbox.example", { exact: true })).toBeVisible();
	await expect(start(page).getByRole("status")).toHaveText("From coast.sandbox.example: title, description, image.");

	const first = await preview(page).locator("img").getAttribute("src");
	await page.getByRole("button", { name: "Image 2" }).click();
	await expect(preview(page).locator("img")).not.toHaveAttribute("src", first ?? "");
	await expect(page.getByRole("button", { name: "Image 2" })).toHaveAttribute("aria-pressed", "true");

	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	const row = page.getByRole("listitem").filter({ hasText: TITLE });
	await expect(row.locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
	expect(elsewhere).toEqual([]);
});

test("a page that another website names is not read without a click (P243)", async ({ page, baseURL }) => {
	const NAMED = article("named");
	const asked: string[] = [];
	page.on("request", (request) => void (request.url().includes("/api/links/prefill") && asked.push(request.url())));
	// A site of its own: the browser says so to the server.
	const form = `${baseURL}/admin/link/new?url=${encodeURIComponent(NAMED)}`;
	await page.route("http://elsewhere.example/", (route) =>
		route.fulfill({ contentType: "text/html", body: `<a href="${form}">Go</a>` }),
	);
	await page.goto("http://elsewhere.example/");
	await page.getByRole("link", { name: "Go" }).click();
	await expect(start(page).getByRole("status")).toHaveText(/^Read named\.sandbox\.example\/article\?/);
	expect(asked).toEqual([]);
});
