import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { hold, paste, preview, submit } from "./link-form.ts";
import { becomePerson } from "./person.ts";

/** The sandbox's made-up web (docs/sandbox.md). A host may be asked six times a minute: each test has one of its own. */
const article = (name: string) => `http://${name}.sandbox.example/article`;
const TITLE = "Eleven quiet beaches of the Algarve & how to get there";
const DESCRIPTION = "No car, no crowds: a walk from cove to cove, with the trains that lead there.";

const start = (page: Page) => page.getByRole("region", { name: "Start from a page" });
const address = (page: Page) => start(page).getByLabel("Start from a page");
const readPage = (page: Page) => start(page).getByRole("button", { name: "Read page" });
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
	await expect(start(page).getByRole("status")).toHaveText(
		"From coast.sandbox.example: title, description, target URL, image.",
	);
	await expectAccessible(page);

	const first = await preview(page).locator("img").getAttribute("src");
	await start(page).getByRole("button", { name: "Picture 2" }).click();
	await expect(preview(page).locator("img")).not.toHaveAttribute("src", first ?? "");
	await expect(start(page).getByRole("button", { name: "Picture 2" })).toHaveAttribute("aria-pressed", "true");

	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
	const row = page.getByRole("listitem").filter({ hasText: TITLE });
	await expect(row.locator("img")).toHaveAttribute("src", /\/images\/.+\.jpg/);
	expect(elsewhere).toEqual([]);
});

test("what was typed stays, until one asks for the page's; an address pasted as target does it, too", async ({
	page,
}) => {
	const ARTICLE = article("hills");
	await page.goto("/admin/link/new");
	await page.getByLabel("Title").fill("My own words");
	await paste(target(page), ARTICLE);
	await expect(page.getByLabel("Description")).toHaveValue(DESCRIPTION);
	await expect(target(page)).toHaveValue(ARTICLE);
	await expect(page.getByLabel("Title")).toHaveValue("My own words");
	await expect(start(page).getByRole("status")).toContainText("Left as you wrote it: title.");
	await expectAccessible(page);
	await start(page).getByRole("button", { name: "Use the page's instead" }).click();
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
	// Pasted into a field that holds something, an address is text.
	let isAsked = false;
	page.on("request", (request) => {
		isAsked ||= request.url().endsWith("/api/links/prefill");
	});
	await paste(target(page), "https://example.com/");
	await target(page).blur();
	expect(isAsked).toBe(false);
});

test("reading can be stopped, and the address of the page begins it", async ({ page }) => {
	const ARTICLE = article("river");
	let isHeld = true;
	await page.route("**/api/links/prefill", async (route) => {
		if (!isHeld) return route.continue();
		await new Promise((resolve) => page.once("requestfailed", resolve));
	});
	await page.goto(`/admin/link/new?url=${encodeURIComponent(ARTICLE)}`);
	await expect(start(page).getByRole("status")).toHaveText("Reading river.sandbox.example …");
	await expect(target(page)).toHaveValue(ARTICLE);
	await expectAccessible(page);
	await page.getByRole("button", { name: "Stop reading the page" }).click();
	await expect(start(page).getByRole("status")).toHaveText(/^We read its title/);
	await expect(page.getByLabel("Title")).toHaveValue("");
	isHeld = false;
	await page.getByLabel("Title").fill("Typed after all");
	await page.getByLabel("Description").fill("By hand.");
	await submit(page);
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
});

test.describe("where nothing comes of it", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("it is said why, and the form works without", async ({ page }) => {
		await page.goto("/admin/link/new");
		const status = start(page).getByRole("status");
		for (const [typed, words] of [
			[
				"http://127.0.0.1/",
				"Only public web addresses (http or https) can be read. You can fill in the form yourself.",
			],
			["no address", "Please enter a valid URL. You can fill in the form yourself."],
			["http://lake.sandbox.example/broken", "lake.sandbox.example answered 500. You can fill in the form yourself."],
			[
				"http://lake.sandbox.example/challenge",
				"lake.sandbox.example blocks automated readers. Please fill in the rest yourself.",
			],
		] as const) {
			await address(page).fill(typed);
			await address(page).press("Enter");
			await expect(status).toHaveText(words);
			await expect(page.getByLabel("Title")).toHaveValue("");
		}
		// No word on one address stays next to another.
		await address(page).fill(article("pond"));
		await expect(status).toHaveText(/^We read its title/);
		await page.route("**/api/links/picture", (route) => route.fulfill({ status: 422, body: "broken" }));
		await start(page).getByRole("button", { name: "Fill in" }).click();
		await expect(status).toHaveText(/title, description, target URL\. We couldn't load its image\.$/);
		await page.route("**/api/links/prefill", (route) => route.abort("connectionfailed"));
		await start(page).getByRole("button", { name: "Fill in" }).click();
		await expect(status).toHaveText(
			"Visualink could not be reached. Please try again. You can fill in the form yourself.",
		);
		await expectAccessible(page);
		await page.unroute("**/api/links/prefill");
		await page.context().clearCookies();
		await start(page).getByRole("button", { name: "Fill in" }).click();
		await expect(status).toHaveText("Your session has ended. Your work is safe. Sign in again, then try once more.");
		await expect(start(page).getByRole("link", { name: "Sign in again" })).toHaveAttribute("target", "_blank");
	});
});

test("a bare domain gets its https:// on leaving the field, and by Enter", async ({ page }) => {
	await page.goto("/admin/link/new");
	await target(page).fill("example.com/page");
	await target(page).blur();
	await expect(target(page)).toHaveValue("https://example.com/page");
	await expect(page.getByText("Please enter a valid URL")).toHaveCount(0);
	await page.getByLabel("Title").fill("Bare");
	await page.getByLabel("Description").fill("A bare domain.");
	await target(page).fill("example.org");
	await target(page).press("Enter");
	await expectToast(page, { title: "Success!", description: "Link created successfully" });
});

test("a shared title is never told as the page's, and as shortened only where it was", async ({ page }) => {
	const shared = (title: string) => `/admin/link/new?${new URLSearchParams({ title, url: PICTURE })}`;
	const PICTURE = "http://shore.sandbox.example/beach.png";
	const status = start(page).getByRole("status");
	await page.goto(shared("Photo"));
	await readPage(page).click();
	await expect(status).toHaveText("From shore.sandbox.example: target URL, image.");
	await expect(page.getByLabel("Title")).toHaveValue("Photo");
	await page.goto(shared("Eleven quiet beaches ".repeat(5)));
	await readPage(page).click();
	await expect(status).toHaveText("From shore.sandbox.example: target URL, image. Shortened to fit: title.");
	await expect(page.getByLabel("Title")).toHaveValue(/^Eleven quiet .+…$/);

	// The page has no title instead of one that was corrected meanwhile.
	const late = await hold(page, "**/api/links/prefill");
	await page.goto(shared("Photo"));
	await readPage(page).click();
	await page.getByLabel("Title").fill("My photo");
	await late.release();
	await expect(status).toHaveText("From shore.sandbox.example: target URL, image.");
	await expect(page.getByLabel("Title")).toHaveValue("My photo");
});

test("a phone's share sheet and the bookmarklet lead to the filled form", async ({ page, baseURL }) => {
	const SHARED = article("share");
	const manifest = (await (await page.request.get("/manifest.webmanifest")).json()) as {
		share_target: { action: string; params: Record<string, string> };
		icons: { src: string }[];
	};
	const { action, params } = manifest.share_target;
	for (const { src } of manifest.icons) await expect(await page.request.get(src)).toBeOK();
	const shared = { [params.title ?? ""]: "What the app calls it", [params.text ?? ""]: `Look: ${SHARED}` };
	await page.goto(`${action}?${new URLSearchParams(shared)}`);
	await expect(target(page)).toHaveValue(SHARED);
	await expect(page.getByLabel("Title")).toHaveValue("What the app calls it");
	await expect(start(page).getByRole("status")).toHaveText(
		"Read share.sandbox.example/article? We fill in its title, description and image.",
	);
	await expectAccessible(page);
	await readPage(page).click();
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);

	await page.goto("/admin");
	await page.getByText("Start a link from any page").click();
	const bookmark = page.getByText("Make a Visualink", { exact: true });
	await bookmark.click();
	await expect(page.getByText(/^Not here: drag it/)).toBeVisible();
	await expectAccessible(page);
	const code = decodeURIComponent((await bookmark.getAttribute("href")) ?? "");
	expect(code).toContain(`${baseURL}/admin/link/new?url=`);
	const opened = page.context().waitForEvent("page");
	await page.evaluate(code.slice("javascript:".length));
	await expect(await opened).toHaveURL(`/admin/link/new?url=${encodeURIComponent(`${baseURL}/admin`)}`);
});

test("another website may name a page, and nothing of it is read without a click (P243)", async ({ page, baseURL }) => {
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
	const status = start(page).getByRole("status");
	await expect(status).toHaveText(/^Read named\.sandbox\.example\/article\?/);
	await expect(target(page)).toHaveValue(NAMED);
	// It is asked about this page, and about no other.
	await address(page).fill(article("another"));
	await expect(status).toHaveText(/^We read its title/);
	await address(page).fill(NAMED);
	await expect(readPage(page)).toBeVisible();
	expect(asked).toEqual([]);
	await readPage(page).click();
	await expect(page.getByLabel("Title")).toHaveValue(TITLE);
	expect(asked).toHaveLength(1);
});
