import { expect, test } from "./fixtures.ts";
import { figures, rows, see, seeAndHear } from "./live-counts.ts";
import { becomePerson, createLink } from "./person.ts";

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
