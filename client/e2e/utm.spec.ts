import { answerWith, expect, expectAccessible, FAILED_CALL, test } from "./fixtures.ts";
import { fill } from "./link-form.ts";
import { becomePerson } from "./person.ts";

test.use({ expectedNoise: FAILED_CALL });

test("campaign parameters are written into the target, read from it, and kept as a template (P188)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "starter" });
	await answerWith(page, "/api/links/utm-templates", 503);
	await page.goto("/admin/link/new");
	await page.getByText("Campaign (UTM)").click();
	const [source, target] = [page.getByRole("textbox", { name: "Source" }), page.getByLabel("Target URL")];
	await expect(source).toBeDisabled();
	await fill(page);
	await source.fill("News Letter");
	await page.getByLabel("Medium").fill("email");
	await expect(target).toHaveValue("https://example.com/algarve?utm_source=News%20Letter&utm_medium=email");
	await page.getByRole("button", { name: "Use lowercase" }).click();
	await expect(source).toHaveValue("news letter");
	await expect(source).toBeFocused();
	const [problem, name] = [page.getByText("We couldn't load your templates."), page.getByLabel("Save as template")];
	await expect(problem).toBeVisible();
	await page.unrouteAll();
	await page.getByRole("button", { name: "Try again" }).press("Enter");
	await expect(problem).toHaveCount(0);
	await expect(name).toBeFocused();
	await name.fill("Mail");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("list", { name: "Templates" })).toContainText("Mail");
	await expectAccessible(page);

	await page.getByLabel("Medium").fill("");
	await expect(target).toHaveValue("https://example.com/algarve?utm_source=news%20letter");
	await target.fill("https://example.org/?a=1#part");
	await expect(source).toHaveValue("");
	await page.getByRole("button", { name: "Mail", exact: true }).click();
	await expect(target).toHaveValue("https://example.org/?a=1&utm_source=news%20letter&utm_medium=email#part");
	const refusal = "You can keep 50 templates. Remove one first.";
	await answerWith(page, "/api/links/utm-templates", 409, { kind: "conflict", message: refusal });
	await name.fill("Post");
	await page.keyboard.press("Enter");
	await expect(page.getByText(refusal)).toBeVisible();
	await page.unrouteAll();
	let removals = 0;
	page.on("request", (request) => {
		if (request.method() === "DELETE") removals += 1;
	});
	await page.getByRole("button", { name: "Remove template Mail" }).dblclick();
	await expect(page.getByRole("list", { name: "Templates" })).toHaveCount(0);
	await expect(page.getByText(refusal)).toHaveCount(0);
	expect(removals).toBe(1);
	await expect(name).toBeFocused();
});
