import { expect, test } from "./fixtures.ts";

test.use({ javaScriptEnabled: false });

test("a visitor without scripts sees the plans with their prices", async ({ page }) => {
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
});
