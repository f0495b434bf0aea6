import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await createLink(page.request, { title: "Spring", targetUrl: "https://www.example.com/a/long/way?and=more#end" });
	await createLink(page.request, { title: "Summer" });
});

test("says where a link leads, and opens the short one (P170)", async ({ page }) => {
	await page.goto("/admin");
	const row = page.getByRole("toolbar", { name: "Spring" });
	const target = row.getByRole("link", { name: "Leads to example.com/a/long/way" });
	await expect(target).toHaveAttribute("href", "https://www.example.com/a/long/way?and=more#end");
	await expect(row.getByRole("link", { name: /\/go\// })).toHaveAttribute("target", "_blank");
	await page.keyboard.press("Tab");
	await target.focus();
	await expect(page.getByRole("tooltip")).toHaveText("https://www.example.com/a/long/way?and=more#end");
});

test("one tab stop leads to each row, arrows go on in it (P170)", async ({ page }) => {
	await page.goto("/admin");
	const [summer, spring] = [
		page.getByRole("toolbar", { name: "Summer" }),
		page.getByRole("toolbar", { name: "Spring" }),
	];
	await summer.getByRole("button", { name: "Copy" }).focus();
	await page.keyboard.press("End");
	await expect(summer.getByRole("button", { name: "More for Summer" })).toBeFocused();
	await page.keyboard.press("Tab");
	await expect(spring.getByRole("button", { name: "Copy" })).toBeFocused();
	await page.keyboard.press("Home");
	await expect(spring.getByRole("link", { name: /^Leads to/ })).toBeFocused();
	await page.keyboard.press("Shift+Tab");
	await expect(summer.getByRole("button", { name: "More for Summer" })).toBeFocused();
});

test("its controls are 44 px high on phones (P170)", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/admin");
	const controls = page.getByRole("toolbar", { name: "Summer" }).locator("a, button");
	await expect(controls).toHaveCount(5);
	const heights = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
	expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});
