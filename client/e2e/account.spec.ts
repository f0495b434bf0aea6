import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { CurrentUser } from "#shared/auth/current-user.ts";
import {
	answerWith,
	closeByEscape,
	expect,
	expectAccessible,
	expectToast,
	FAILED_CALL,
	messageOf,
	test,
} from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test("downloads everything that is kept as a file", async ({ page }) => {
	const { email } = await becomePerson(page.request, { plan: "pro" });
	const { userSlug } = await currentUser(page);
	await createLink(page.request, { title: "Spring" });
	await openTab(page);
	await expect(page.getByRole("heading", { name: "Your data" })).toBeVisible();
	await expectAccessible(page);

	const downloading = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download your data" }).click();
	const download = await downloading;

	expect(download.suggestedFilename()).toMatch(new RegExp(`^visualink-data-${userSlug}-\\d{4}-\\d{2}-\\d{2}\\.json$`));
	const data = JSON.parse(await readFile(await download.path(), "utf8"));
	expect(data).toMatchObject({ profile: { email, userSlug }, links: [{ title: "Spring" }], views: [] });
	await expect(page).toHaveURL("/admin");
});

test("deletes the account, by keyboard alone, after the user name was typed", async ({ page, browser, baseURL }) => {
	const { email } = await becomePerson(page.request, { plan: "pro" });
	const { userSlug } = await currentUser(page);
	const { shortUrl } = await createLink(page.request);
	const elsewhere = await browser.newContext({ baseURL });
	await becomePerson(elsewhere.request, { email });
	await openTab(page);

	const opener = page.getByRole("button", { name: "Delete account" });
	await opener.focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Delete your account?" });
	const field = dialog.getByLabel("Your user name");
	await expect(field).toBeFocused();
	await expect(dialog).toContainText("If you have a subscription, it ends now, without a refund");
	await expectAccessible(page);
	await closeByEscape(page, dialog);
	await expect(opener).toBeFocused();

	await page.keyboard.press("Enter");
	await expect(field).toBeFocused();
	await page.keyboard.type("somebody-else");
	await page.keyboard.press("Enter");
	await messageOf(page, field).expect(`Type your user name to confirm: ${userSlug}`);
	await expect(field).toBeFocused();
	await expect(field).toHaveAttribute("aria-invalid", "true");
	await expectAccessible(page);

	await field.selectText();
	await page.keyboard.type(userSlug);
	await page.keyboard.press("Enter");
	await expectToast(page, {
		title: "Account deleted",
		description: "Your links are off and your data has been deleted.",
	});
	await expect(page).toHaveURL("/");
	await expect(
		page
			.getByRole("banner")
			.getByRole("link", { name: /Access/ })
			.first(),
	).toBeAttached();
	await expect(page.getByText("Authentication required")).toHaveCount(0);

	expect((await elsewhere.request.get("/api/auth/user")).status()).toBe(401);
	await expect.poll(async () => (await page.request.get(shortUrl)).status()).toBe(404);
	await becomePerson(elsewhere.request, { email });
	expect(((await (await elsewhere.request.get("/api/auth/user")).json()) as CurrentUser).userSlug).not.toBe(userSlug);
	await elsewhere.close();
});

test.describe("when deleting fails", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("the dialog says so, keeps what was typed, and can be used again", async ({ page }) => {
		await becomePerson(page.request, { plan: "basic" });
		const { userSlug } = await currentUser(page);
		await openTab(page);
		await answerWith(page, "/api/account", 502);
		await page.getByRole("button", { name: "Delete account" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Your user name").fill(userSlug);
		await dialog.getByRole("button", { name: "Delete account" }).click();
		await expect(dialog.getByRole("alert")).toHaveText(
			"Your account could not be deleted. Please try again in a moment.",
		);
		await expectAccessible(page);

		await page.unroute("**/api/account");
		const message = "Your account is still here, but a subscription may have ended already.";
		await page.route("**/api/account", (route) => route.fulfill({ status: 502, json: { kind: "upstream", message } }));
		await dialog.getByRole("button", { name: "Delete account" }).click();
		await expect(dialog.getByRole("alert")).toHaveText(message);

		await page.unroute("**/api/account");
		await page.route("**/api/account", (route) => route.abort(), { times: 1 });
		await dialog.getByRole("button", { name: "Delete account" }).click();
		await expect(dialog.getByRole("alert")).toHaveText(
			"We got no answer. Your account may already be deleted. Please try again.",
		);

		await dialog.getByRole("button", { name: "Delete account" }).click();
		await expectToast(page, { title: "Account deleted" });
		await expect(page).toHaveURL("/");
	});
});

test("somebody without a subscription finds both on the privacy page", async ({ page }) => {
	await page.goto("/privacy");
	await expect(page.getByRole("heading", { name: "8. Your rights" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Download your data" })).toHaveCount(0);

	await becomePerson(page.request);
	const { userSlug } = await currentUser(page);
	await page.reload();
	await expect(page.getByRole("link", { name: "Download your data" })).toHaveAttribute("href", "/api/account/data");
	await expectAccessible(page);
	await page.getByRole("button", { name: "Delete account" }).click();
	await page.getByLabel("Your user name").fill(userSlug);
	await page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
	await expectToast(page, { title: "Account deleted" });
	await expect(page).toHaveURL("/");
});

async function openTab(page: Page): Promise<void> {
	await page.goto("/admin");
	await page.getByRole("tab", { name: "Subscription" }).click();
}

async function currentUser(page: Page): Promise<CurrentUser> {
	return (await (await page.request.get("/api/auth/user")).json()) as CurrentUser;
}
