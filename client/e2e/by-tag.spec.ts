import { API } from "#shared/api-paths.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { becomePerson, CHROME, createLink } from "./person.ts";

test("the account's views by tag, and one tag's alone", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	for (const tags of [["50%25 off", "beach"], ["50%25 off"], []]) {
		const { id, shortUrl } = await createLink(page.request);
		for (const tag of tags) {
			await expect(await page.request.post(API.links.changes, { data: { change: "tag", ids: [id], tag } })).toBeOK();
		}
		await page.request.get(shortUrl, {
			headers: { "user-agent": CHROME, "accept-language": "en" },
			maxRedirects: 0,
		});
	}
	await page.goto("/admin/analytics");
	const table = page.getByRole("table", { name: "Tags" });
	const row = (name: string) => table.getByRole("row", { name: new RegExp(`^${name}`) });
	await expect(async () => {
		await page.reload();
		await page.getByRole("tab", { name: "Tags" }).click({ timeout: 5_000 });
		await expect(row("No tag")).toHaveText("No tag10", { timeout: 5_000 });
		await expect(row("50%25 off")).toHaveText("50%25 off20", { timeout: 1_000 });
		await expect(row("beach")).toHaveText("beach10", { timeout: 1_000 });
	}).toPass();
	await expect(page.getByText("A link with two tags counts for both")).toBeVisible();

	await row("50%25 off").getByRole("button").click();
	await expect(page).toHaveURL(/dimension=tag&value=50%2525\+off/);
	await expect(page.getByRole("heading", { name: "Tags: 50%25 off" })).toBeVisible();
	// Where it would come to lie upon a bar, the pointer chooses that one.
	await page.mouse.move(0, 0);
	await page.getByRole("group", { name: /^People by day/ }).focus();
	await page.keyboard.press("End");
	await expect(page.getByText(/: 2 people$/)).toBeVisible();
	await expectAccessible(page);
});
