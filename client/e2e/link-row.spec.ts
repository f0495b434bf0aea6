import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test.beforeEach(async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, { title: "Spring", targetUrl: "https://www.example.com/a/long/way?and=more#end" });
	await createLink(page.request, { title: "Summer", customLinkSlug: "twenty-characters-xx" });
	for (let n = 1; n <= 5; n += 1) await createLink(page.request, { title: `Link ${n}` });
});

test("the list begins where one sees it (P330); usage, tabs and Analytics share a line, the heading and the counters the next one (P598)", async ({
	page,
}) => {
	for (const { width, height, top, rows, row } of [
		{ width: 360, height: 740, top: 480, rows: 2, row: 96 },
		{ width: 1280, height: 800, top: 360, rows: 6, row: 64 },
	]) {
		await page.setViewportSize({ width, height });
		await page.goto("/admin");
		const items = page.getByRole("list", { name: "Your Links" }).getByRole("listitem");
		await expect(page.getByRole("toolbar", { name: "Link 5" })).toBeVisible();
		const boxes = await items.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
		expect(boxes[0]?.top).toBeLessThanOrEqual(top);
		expect(boxes.filter(({ bottom }) => bottom <= height).length).toBeGreaterThanOrEqual(rows);
		expect((boxes[1]?.top ?? 0) - (boxes[0]?.top ?? 0)).toBeLessThanOrEqual(row);
		await page.getByRole("checkbox", { name: "Choose Link 5" }).check();
		const bar = page.getByRole("toolbar", { name: "Chosen links" });
		await expect(bar.getByRole("button", { name: "Select all 7" })).toBeInViewport();
		await expect(bar.getByRole("button", { name: "Archive" })).toBeInViewport();
	}
	await page.getByRole("checkbox", { name: "Choose Link 5" }).uncheck();
	await expectLines(page);
});

test("the row opens its link, the figures its statistics; the slug is never cut (P331)", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/admin");
	const row = page.getByRole("toolbar", { name: "Summer" });
	const slug = row.getByRole("button", { name: /^Copy Summer/ }).getByText("/twenty-characters-xx");
	await expect(slug).toBeVisible();
	expect(await slug.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
	const controls = row.locator("a[href*=stats], button");
	const heights = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
	expect(heights).toHaveLength(3);
	expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
	await row.getByRole("link", { name: /^Statistics of Summer/ }).click();
	await expect(page).toHaveURL("/admin/link/stats/twenty-characters-xx");
	await page.goBack();
	// Anywhere on the row, where nothing else is.
	const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
	await row.click({ position: { x: width / 2 + 60, y: height / 4 } });
	await expect(page).toHaveURL("/admin/link/edit/twenty-characters-xx");
});

test("one tab stop leads to each row, arrows go on in it (P331)", async ({ page }) => {
	await page.goto("/admin");
	const [above, below] = [page.getByRole("toolbar", { name: "Summer" }), page.getByRole("toolbar", { name: "Spring" })];
	await expect(below).toContainText("leads to example.com");
	await above.getByRole("link", { name: "Edit Summer" }).focus();
	await page.keyboard.press("End");
	await expect(above.getByRole("button", { name: "More for Summer" })).toBeFocused();
	await page.keyboard.press("Tab");
	await expect(below.getByRole("link", { name: "Edit Spring" })).toBeFocused();
	await page.keyboard.press("Home");
	await expect(below.getByRole("checkbox", { name: "Choose Spring" })).toBeFocused();
	await page.keyboard.press("Shift+Tab");
	await expect(above.getByRole("button", { name: "More for Summer" })).toBeFocused();
});

test("people and bots are columns, which the counters share where they are beside the heading (P598)", async ({
	page,
}) => {
	await page.goto("/admin");
	for (const width of [360, 800, 1024, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		const figures = page.getByRole("link", { name: /^Statistics of Link/ });
		await expect(figures).toHaveCount(5);
		const ends = await figures.evaluateAll((all, shown) => {
			// As wide as figures of real accounts are; on phones a link with the longest slug has no room for more.
			for (const [n, each] of all.entries()) {
				for (const number of each.querySelectorAll("span > span:not(.sr-only)")) {
					if (shown > 360 && number.firstChild)
						number.firstChild.textContent = ["7", "48", "901", "1,234", "56,789"][n] ?? "";
				}
			}
			const ofNumbers = all.map((each) =>
				[...each.querySelectorAll("svg")].map((icon) =>
					Math.round(icon.parentElement?.getBoundingClientRect().right ?? 0),
				),
			);
			const counters = [...document.querySelectorAll("dl dd")].map((each) => {
				const range = document.createRange();
				range.selectNodeContents(each);
				return Math.round(range.getBoundingClientRect().right);
			});
			return { columns: [...new Set(ofNumbers.map(String))], counters: String(counters.slice(2)) };
		}, width);
		expect([width, ends.columns.length]).toEqual([width, 1]);
		if (width >= 1024) expect([width, ends.counters]).toEqual([width, ends.columns[0]]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
	}
});

/** What is in one line above the list, on a wide screen. */
async function expectLines(page: Page): Promise<void> {
	await expect(page.getByText(/^Total: 7, Monthly: 7\/150/)).toBeVisible();
	const middle = async (of: Locator) => {
		const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
		return y + height / 2;
	};
	const lines = [
		[page.getByRole("tablist"), page.getByText(/^Total: 7/), page.getByRole("link", { name: "Analytics" })],
		[page.getByRole("heading", { name: "Your Links" }), page.locator("dl").first()],
	];
	for (const line of lines) {
		const middles = await Promise.all(line.map(middle));
		expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(8);
	}
}
