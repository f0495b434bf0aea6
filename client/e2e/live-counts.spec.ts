import { expect, test } from "./fixtures.ts";
import { figures, rows, see, show } from "./live-counts.ts";
import { becomePerson, createLink } from "./person.ts";

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
