import type { Page } from "@playwright/test";
import { closeByEscape, expect, expectToast, test } from "./fixtures.ts";
import { chooseInMenu } from "./link-menu.ts";
import { becomePerson, createLink } from "./person.ts";

// A call that is cut off on purpose.
test.use({ expectedNoise: /net::ERR_FAILED/ });

const row = (page: Page, title: string) => page.getByRole("toolbar", { name: title, exact: true });

test.beforeEach(async ({ page, context }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await becomePerson(page.request, { plan: "basic" });
	for (const title of ["Six", "Five", "Four", "Three", "Two", "One"]) await createLink(page.request, { title });
	await page.goto("/admin");
	await expect(row(page, "One")).toBeVisible();
});

test("keys act on the focused row, and never in a field or once they are switched off (P339)", async ({ page }) => {
	await page.keyboard.press("j");
	await expect(row(page, "One").getByRole("link", { name: "Edit One" })).toBeFocused();
	await page.keyboard.press("j");
	await page.keyboard.press("j");
	await page.keyboard.press("k");
	// The row under the mouse is another one.
	await row(page, "Three").hover();
	await page.keyboard.press("c");
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	const { shortUrl = "" } =
		((await (await page.request.get("/api/links")).json()) as { title: string; shortUrl: string }[]).find(
			({ title }) => title === "Two",
		) ?? {};
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shortUrl);
	await page.keyboard.press("x");
	await expect(page.getByRole("checkbox", { name: "Choose Two" })).toBeChecked();
	await page.keyboard.press("Escape");

	await page.keyboard.press("/");
	await expect(page.getByRole("searchbox")).toBeFocused();
	await page.keyboard.type("xnce?/");
	await expect(page.getByRole("searchbox")).toHaveValue("xnce?/");
	await page.getByRole("searchbox").fill("");
	await expect(row(page, "Two")).toBeVisible();

	await row(page, "Two").getByRole("link", { name: "Edit Two" }).focus();
	await page.keyboard.press("?");
	const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await expect(help).toContainText("Copy link");
	await page.keyboard.press("n");
	await closeByEscape(page, help);
	await expect(page).toHaveURL("/admin");

	await page.getByRole("tab", { name: "Subscription" }).click();
	await page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Links" }).click();
	await page.getByRole("switch", { name: "Letter shortcuts" }).click();
	await page.getByRole("tab", { name: "Links" }).click();
	await row(page, "Two").getByRole("link", { name: "Edit Two" }).focus();
	await page.keyboard.press("n");
	await page.keyboard.press("e");
	await page.keyboard.press("x");
	await expect(page.getByRole("checkbox", { name: "Choose Two" })).not.toBeChecked();
	await expect(page).toHaveURL("/admin");
	await page.keyboard.press("?");
	await expect(help).toContainText("Letters are switched off");
});

test("an archived row goes at once, comes back by Ctrl + Z, and where the server did not (P338)", async ({ page }) => {
	// The row goes before the request comes: the answer may be told first.
	let abort = () => {};
	const isAborted = new Promise<void>((resolve) => {
		abort = resolve;
	});
	await page.route("**/api/links/changes", (route) => isAborted.then(() => route.abort()), { times: 1 });
	await chooseInMenu(page, "Two", "Archive");
	await expect(row(page, "Two")).toHaveCount(0);
	abort();
	await expectToast(page, {
		title: "Error",
		description: "We couldn't archive or restore these links. Please try again.",
		isDestructive: true,
	});
	await expect(row(page, "Two")).toBeVisible();

	await chooseInMenu(page, "Two", "Archive");
	await expect(row(page, "Two")).toHaveCount(0);
	await expectToast(page, { title: "Success!", description: "Link archived" });
	await page.keyboard.press("ControlOrMeta+z");
	await expect(row(page, "Two")).toBeVisible();
});
