import type { Page } from "@playwright/test";
import { API } from "#shared/api-paths.ts";
import { expect, test } from "./fixtures.ts";
import { becomePerson, CHROME, createLink } from "./person.ts";

type Made = { shortUrl: string };

/** Someone opens the link. */
async function see(page: Page, { shortUrl }: Made): Promise<void> {
	await page.request.get(shortUrl, { maxRedirects: 0, headers: { "user-agent": CHROME, "accept-language": "en" } });
}

const rows = (page: Page) => page.getByRole("list", { name: "Your Links" }).getByRole("listitem");
const figures = (page: Page, title: string) => page.getByRole("link", { name: `Statistics of ${title}:` });

test("figures change in their place, no row moves, and nothing is read while the page is hidden (P437)", async ({
	page,
	browser,
	baseURL,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	const first = await createLink(page.request, { title: "First" });
	const second = await createLink(page.request, { title: "Second" });
	await see(page, first);
	await page.goto("/admin?sort=people");
	await expect(rows(page).first()).toContainText("First");
	await expect(figures(page, "First")).toContainText("1 human views");
	const lists: string[] = [];
	page.on("request", (request) => request.url().includes("/api/links/search") && lists.push(request.url()));

	await see(page, second);
	await see(page, second);
	await expect(figures(page, "Second")).toContainText("2 human views");
	await expect(page.locator("dl").getByText("Human Views").locator("..")).toContainText("3");
	await expect(rows(page).first()).toContainText("First");
	expect(lists).toEqual([]);

	const closed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/events"));
	await show(page, "hidden");
	await closed;
	const read = page.waitForRequest(/\/api\/links\/rows/);
	await see(page, second);
	let isRead = false;
	void read.then(() => {
		isRead = true;
	});
	// Another account's tab is notified of its own view meanwhile, as this one would have.
	const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
	const there = await other.newPage();
	await becomePerson(there.request, { plan: "pro" });
	const theirs = await createLink(there.request, { title: "Theirs" });
	await there.goto("/admin");
	await see(there, theirs);
	await expect(figures(there, "Theirs")).toContainText("1 human views");
	expect(isRead).toBe(false);
	await other.close();

	await show(page, "visible");
	await expect(figures(page, "Second")).toContainText("3 human views");
});

test("eight tabs over HTTP/1.1 all load, with one stream (P402, P437)", async ({ page, context }) => {
	await becomePerson(page.request, { plan: "pro" });
	const link = await createLink(page.request, { title: "Seen" });
	const streams: string[] = [];
	context.on("request", (request) => request.url().endsWith("/api/events") && streams.push(request.url()));
	const tabs = [page];
	while (tabs.length < 8) tabs.push(await context.newPage());
	for (const tab of tabs) {
		await tab.goto("/admin");
		await expect(rows(tab)).toHaveCount(1);
	}
	await see(page, link);
	for (const tab of tabs) await expect(figures(tab, "Seen")).toContainText("1 human views");
	expect(streams).toHaveLength(1);
});

test("a page of the back/forward cache reads what it missed, and follows again (P437)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const link = await createLink(page.request, { title: "Seen" });
	await page.goto("/admin");
	await expect(figures(page, "Seen")).toContainText("0 human views");
	await page.evaluate(() => Object.assign(window, { mark: "kept" }));
	await page.goto("/robots.txt");
	await seeAndHear(page, link);
	await page.goBack({ waitUntil: "commit" });
	await expect(figures(page, "Seen")).toContainText("1 human views");
	await see(page, link);
	await expect(figures(page, "Seen")).toContainText("2 human views");
	expect(await page.evaluate(() => Reflect.get(window, "mark"))).toBe("kept");
});

test("what came while the stream was broken is read when it is back (P402)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const link = await createLink(page.request, { title: "Seen" });
	let streams = 0;
	let letBack = () => {};
	const isBack = new Promise<void>((resolve) => {
		letBack = resolve;
	});
	await page.route("**/api/events", async (route) => {
		streams += 1;
		// Ends at once.
		if (streams === 1) return route.fulfill({ contentType: "text/event-stream", body: "retry: 10\n\n" });
		await isBack;
		await route.continue();
	});
	await page.goto("/admin");
	await expect(figures(page, "Seen")).toContainText("0 human views");
	await expect.poll(() => streams).toBe(2);
	await seeAndHear(page, link);
	await expect(figures(page, "Seen")).toContainText("0 human views");
	letBack();
	await expect(figures(page, "Seen")).toContainText("1 human views");
});

test("a tab that takes the stream over reads what came in between (P402)", async ({ page, context }) => {
	await becomePerson(page.request, { plan: "pro" });
	const link = await createLink(page.request, { title: "Seen" });
	// The first tab has the stream, and no answer.
	await page.route("**/api/events", () => {});
	const asked = page.waitForRequest("**/api/events");
	await page.goto("/admin");
	await asked;
	const other = await context.newPage();
	await other.goto("/admin");
	await expect(figures(other, "Seen")).toContainText("0 human views");
	await seeAndHear(page, link);
	await expect(figures(other, "Seen")).toContainText("0 human views");
	await page.close();
	await expect(figures(other, "Seen")).toContainText("1 human views");
});

/** Someone opens the link, and the streams of its account have been told. */
async function seeAndHear(page: Page, link: Made): Promise<void> {
	const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
	const { body } = await fetch(new URL(API.events, page.url()), { headers: { cookie } });
	await see(page, link);
	const decoder = new TextDecoder();
	let said = "";
	for await (const part of body ?? []) {
		said += decoder.decode(part as Uint8Array, { stream: true });
		if (said.includes('"kind":"views"')) return;
	}
	throw new Error(`The stream ended: ${said}`);
}

async function show(page: Page, state: "hidden" | "visible"): Promise<void> {
	await page.evaluate((shown) => {
		Object.defineProperty(document, "visibilityState", { value: shown, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
	}, state);
}
