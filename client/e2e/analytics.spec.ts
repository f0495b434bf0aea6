import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { becomePerson, CHROME, createLink } from "./person.ts";

const figure = (page: Page, label: string) =>
	page
		.locator("div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
		.last()
		.locator("dd")
		.first();

/** More bots than a card shows at first. */
const BOTS = ["WhatsApp/2.24.1 A", "facebookexternalhit/1.1", "Twitterbot/1.0", "LinkedInBot/1.0", "Slackbot 1.0"];
const MORE_BOTS = ["Discordbot/2.0", "TelegramBot (like TwitterBot)", "Googlebot/2.1"];

test("a link's statistics have four cards of one height, in two columns, and print as one report (P349, P273)", async ({
	page,
}) => {
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
	const cards = page.locator("[data-breakdowns] > *");
	const boxes = await cards.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
	expect(boxes).toHaveLength(4);
	expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1);
	expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(2);
	await page.setViewportSize({ width: 900, height: 800 });
	const fit = await cards.evaluateAll((all) =>
		all.map((card) => {
			const widthOf = (part: string) => card.querySelector(part)?.getBoundingClientRect().width ?? Number.NaN;
			return Math.round(widthOf("table") - widthOf("[data-bar]"));
		}),
	);
	expect(fit, "the largest value's bar is as wide as its column (P608)").toEqual([0, 0, 0, 0]);
	expect(new Set(await cards.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))).size).toBe(2);
	await page.getByRole("tab", { name: "Visitors per day" }).click();
	await expect(page.getByText("A visitor who comes on two days counts on both.")).toBeVisible();
	await page.setViewportSize({ width: 360, height: 740 });
	const chart = page.getByRole("group", { name: /^Visitors by day/ });
	await expect(chart).toContainText("Today");
	const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
	// Above it are only the range, the totals and the tabs (P607).
	expect(await top(chart)).toBeLessThan(await top(page.getByText("Daily visitors, added up")));
	await expect(page.getByLabel("Time zone")).toHaveCount(0);
	await page.getByRole("button", { name: "newsletter-of-week-1" }).click();
	await expect(page.getByRole("heading", { name: "Sources: newsletter-of-week-1" })).toBeInViewport();
	// As wide as a sheet of paper.
	await page.setViewportSize({ width: 700, height: 1000 });
	await page.emulateMedia({ media: "print" });
	for (const printed of ["Summer", "newsletter-of-week-2", "Devices", "LinkedIn"]) {
		await expect(page.getByRole("main").getByText(printed, { exact: true }).first()).toBeVisible();
	}
	await expect(page.locator("[data-link-head]")).toContainText(`/${linkSlug}`);
	for (const control of ["Download CSV", "Public page", "7 days", "Over time", "Back to dashboard"]) {
		await expect(page.getByRole("main").getByText(control, { exact: true }).first()).toBeHidden();
	}
});
