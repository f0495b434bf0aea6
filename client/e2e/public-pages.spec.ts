import { expect, test } from "./fixtures.ts";

test.use({ javaScriptEnabled: false });

test("a visitor without scripts sees the plans with their prices, and unfolds an answer (P605)", async ({ page }) => {
	await page.goto("/");
	for (const [plan, price] of [
		["Starter", "€49.90"],
		["Basic", "€99.90"],
		["Pro", "€199.90"],
		["Enterprise", "€499.90"],
	] as const) {
		const card = page.getByRole("article", { name: plan });
		await expect(card.getByText(price, { exact: true })).toBeVisible();
		await expect(card.getByText("VAT not included", { exact: true })).toBeVisible();
		await expect(card.getByRole("listitem").first()).toContainText(/links/);
	}
	for (const [path, question, answer] of [
		["/", "Do I need to change my website?", /^No\. There is no code to add/],
		["/pricing", "How is VAT handled?", /Invoices are issued from Portugal/],
	] as const) {
		await page.goto(path);
		const text = page.getByText(answer).last();
		await expect(text).toBeHidden();
		await page.getByText(question).click();
		await expect(text).toBeVisible();
	}
});
