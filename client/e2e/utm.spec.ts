import { expect, expectAccessible, test } from "./fixtures.ts";
import { fill } from "./link-form.ts";
import { becomePerson } from "./person.ts";

test("campaign parameters are written into the target, read from it, and kept as a template (P188)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.goto("/admin/link/new");
	await page.getByText("Campaign (UTM)").click();
	const [source, target] = [page.getByLabel("Source"), page.getByLabel("Target URL")];
	await expect(source).toBeDisabled();
	await fill(page);
	await source.fill("News Letter");
	await page.getByLabel("Medium").fill("email");
	await expect(target).toHaveValue("https://example.com/algarve?utm_source=News%20Letter&utm_medium=email");
	await page.getByRole("button", { name: "Make all lower case" }).click();
	await expect(source).toHaveValue("news letter");
	await page.getByLabel("Keep as a template").fill("Mail");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("list", { name: "Templates" })).toContainText("Mail");
	await expectAccessible(page);

	await page.getByLabel("Medium").fill("");
	await expect(target).toHaveValue("https://example.com/algarve?utm_source=news%20letter");
	await target.fill("https://example.org/?a=1#part");
	await expect(source).toHaveValue("");
	await page.getByRole("button", { name: "Mail", exact: true }).click();
	await expect(target).toHaveValue("https://example.org/?a=1&utm_source=news%20letter&utm_medium=email#part");
	await page.getByRole("button", { name: "Remove template Mail" }).click();
	await expect(page.getByRole("list", { name: "Templates" })).toHaveCount(0);
	await expect(page.getByLabel("Keep as a template")).toBeFocused();
});
