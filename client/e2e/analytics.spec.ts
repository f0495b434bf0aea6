import type { Page } from "@playwright/test";
import { answerWith, closeByEscape, expect, expectAccessible, FAILED_CALL, test } from "./fixtures.ts";
import { chooseInMenu } from "./link-menu.ts";
import { becomePerson, CHROME, createLink } from "./person.ts";

const figure = (page: Page, label: string) =>
	page
		.locator("div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
		.last()
		.locator("dd")
		.first();

test("who opened a link, from its row: by the hour, narrowed, by keys and in a table", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const { shortUrl } = await createLink(page.request, { title: "Summer" });
	const visit = (userAgent: string, query = "") =>
		page.request.get(shortUrl + query, {
			headers: { "user-agent": userAgent, "accept-language": "en" },
			maxRedirects: 0,
		});
	await visit(CHROME, "?utm_source=letter");
	await visit(CHROME);
	await visit("WhatsApp/2.24.1 A");

	await page.goto("/admin");
	await chooseInMenu(page, "Summer", "Statistics");
	await expect(page.getByRole("heading", { name: "Statistics" })).toBeVisible();
	await expect(async () => {
		await page.reload();
		await expect(figure(page, "People")).toHaveText("2", { timeout: 5_000 });
		await expect(figure(page, "Bots")).toHaveText("1", { timeout: 1_000 });
	}).toPass();
	await expect(figure(page, "Sum of daily visitors")).toHaveText("1");
	await expect(page.getByRole("table", { name: "Bots by platform" })).toContainText("whatsapp");

	const chart = page.getByRole("group", { name: /^People and bots over time/ });
	// Where it would come to lie upon a bar, the pointer chooses that one.
	await page.mouse.move(0, 0);
	await chart.focus();
	await page.keyboard.press("End");
	await expect(page.getByText(/: 2 people, 1 bot$/)).toBeVisible();
	await page.keyboard.press("ArrowLeft");
	await expect(page.getByText(/: 0 people, 0 bots$/)).toBeVisible();
	await page.getByText("As a table").first().click();
	await expect(page.getByRole("table", { name: "People and bots over time" }).getByRole("row")).toHaveCount(8);

	await page.getByLabel("Range").selectOption("Last 24 hours");
	await page.getByLabel("Time zone").selectOption("Australia/Eucla");
	await expect(page).toHaveURL(/range=24h&zone=Australia%2FEucla/);
	await expect(page.getByText("Times in Australia/Eucla.")).toBeVisible();
	await page.getByRole("button", { name: "letter" }).click();
	await expect(page).toHaveURL(/dimension=source&value=letter/);
	await expect(page.getByRole("heading", { name: "Sources: letter" })).toBeVisible();
	await page.reload();
	await expect(page.getByRole("button", { name: "letter" })).toHaveAttribute("aria-pressed", "true");
	await expectAccessible(page);
	await page.getByRole("button", { name: "Show everybody" }).press("Enter");
	await expect(page.getByRole("heading", { name: "People and bots" })).toBeFocused();
	const file = page.waitForEvent("download");
	await page.getByRole("link", { name: "Download CSV" }).click();
	expect((await file).suggestedFilename()).toMatch(/^views-of-link-\d+-.*\.csv$/);

	await page.getByRole("link", { name: "Back to dashboard" }).click();
	await page.getByRole("link", { name: "Analytics" }).click();
	await expect(page.getByRole("heading", { name: "Analytics" })).toBeVisible();
	const top = page.getByRole("table", { name: "Top links" }).getByRole("link", { name: "Summer" });
	await expect(top).toContainText(/Summer\/go\/[a-z0-9-]+\/[a-z0-9]+$/);
	await page.getByLabel("Range").selectOption("Last 12 months");
	const axis = page
		.getByRole("group", { name: /^People and bots over time/ })
		.locator("svg")
		.first();
	await expect(axis).toContainText(new RegExp(`[A-Z][a-z]{2} ${new Date().getUTCFullYear()}`));
	await top.click();
	await expect(page.getByRole("heading", { name: "Statistics" })).toBeVisible();
});

/** More bots than a card shows at first. */
const BOTS = ["WhatsApp/2.24.1 A", "facebookexternalhit/1.1", "Twitterbot/1.0", "LinkedInBot/1.0", "Slackbot 1.0"];
const MORE_BOTS = ["Discordbot/2.0", "TelegramBot (like TwitterBot)", "Googlebot/2.1"];

test("a link's statistics are at most 1,500 pixels high, with cards of one height (P349)", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { linkSlug, shortUrl } = await createLink(page.request, { title: "Summer" });
	const visit = (userAgent: string, query: string) =>
		page.request.get(shortUrl + query, {
			headers: { "user-agent": userAgent, "accept-language": "en" },
			maxRedirects: 0,
		});
	for (let n = 1; n <= 8; n += 1) await visit(CHROME, `?utm_source=newsletter-of-week-${n}`);
	for (const bot of [...BOTS, ...MORE_BOTS]) await visit(bot, "");
	await page.goto(`/admin/link/stats/${linkSlug}`);
	await page.getByRole("button", { name: "Create public page" }).click();
	await expect(page.getByRole("button", { name: "Stop sharing" })).toBeVisible();
	await expect(async () => {
		await page.reload();
		await expect(figure(page, "People")).toHaveText("8", { timeout: 5_000 });
		await expect(page.getByRole("button", { name: "Show 2 more of Sources" })).toBeVisible({ timeout: 1_000 });
	}).toPass();
	await expect(page.getByRole("button", { name: "Stop sharing" })).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1500);
	const cards = page.locator("[data-breakdowns] > *");
	const heights = await cards.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)));
	expect(heights).toHaveLength(4);
	expect(new Set(heights).size).toBe(1);
	await page.getByRole("tab", { name: "Visitors per day" }).click();
	await expect(page.getByText("A visitor who comes on two days counts on both.")).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1500);
	await page.getByRole("button", { name: "newsletter-of-week-1" }).click();
	await expect(page.getByRole("heading", { name: "Sources: newsletter-of-week-1" })).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1500);
	await expectAccessible(page);
});

test.describe("where there is little to show", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("says so: nothing yet, days beyond the plan, a server that is away, a link that is not there", async ({
		page,
	}) => {
		await page.setViewportSize({ width: 360, height: 740 });
		await becomePerson(page.request, { plan: "starter" });
		const { linkSlug } = await createLink(page.request, { title: "Summer" });
		await page.goto(`/admin/link/stats/${linkSlug}`);
		await expect(page.getByText("No views yet: share it")).toBeVisible();
		await page.getByRole("button", { name: "Share", exact: true }).click();
		await closeByEscape(page, page.getByRole("dialog"));
		await expectAccessible(page);
		await page.goto(`/admin/link/stats/${linkSlug}?range=90d`);
		await expect(page.getByRole("alert")).toContainText("Your plan's charts go back 7 days");
		await expect(page.getByRole("alert").getByRole("link", { name: "Upgrade to use this feature" })).toBeVisible();
		await page.getByLabel("Range").selectOption("Custom range");
		await expect(page.getByText("No views yet: share it")).toBeVisible();
		await expect(page.getByLabel("From")).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
		await page.goto("/admin/link/stats/nowhere");
		await expect(page.getByRole("heading", { name: "Link Not Found" })).toBeVisible();

		await answerWith(page, "/api/analytics?*", 429, { kind: "too_many", message: "Please try again in a minute" });
		await page.goto("/admin/analytics");
		await expect(page.getByRole("alert")).toContainText("Please try again in a minute");
		await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
		await page.unrouteAll();
		await page.getByRole("link", { name: "Back to dashboard" }).click();
		await page.getByRole("link", { name: "Analytics" }).click();
		await expect(page.getByText("No views yet: share it")).toBeVisible();

		await answerWith(page, "/api/analytics?*", 500);
		await page.getByLabel("Range").selectOption("Last 24 hours");
		await expect(page.getByText("The charts could not be loaded.")).toBeVisible();
		await page.unrouteAll();
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.getByText("No views yet: share it")).toBeVisible();
	});
});
