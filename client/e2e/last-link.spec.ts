import { expect, expectToast, holdCalls, test } from "./fixtures.ts";
import { chooseInMenu } from "./link-menu.ts";
import { becomePerson, createLink } from "./person.ts";

test("tells that the last link was deleted, however late the list of deleted ones is", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await createLink(page.request, { title: "Spring" });
	await page.goto("/admin");
	await chooseInMenu(page, "Spring", "Delete");

	const answer = await holdCalls(page, "/api/links/deleted");
	await page.getByRole("button", { name: "Delete link" }).click();
	await expect(page.getByText("No links yet", { exact: true })).toBeVisible();
	answer();
	await expectToast(page, { title: "Success!", description: "Link deleted successfully" });
});
