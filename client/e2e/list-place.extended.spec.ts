import type { APIRequestContext, Page } from "@playwright/test";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";
import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

const WAYS = ["Back", "Back to dashboard", "Cancel", "Update Link", "reload"] as const;

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const row = (page: Page, title: string) => page.getByRole("toolbar", { name: title, exact: true });

/** Opens a link from its row, calls back on its page, and returns in one of the ways. */
async function leaveAndReturn(page: Page, way: (typeof WAYS)[number], title: string, meanwhile = async () => {}) {
	const address = page.url();
	if (way === "reload") {
		await meanwhile();
		await page.reload();
	} else {
		await row(page, title).getByRole("link", { name: /^Edit/ }).click();
		await expect(heading(page)).toHaveText("Edit Link");
		await meanwhile();
		if (way === "Back") await page.goBack();
		else await page.getByRole(way === "Update Link" ? "button" : "link", { name: way, exact: true }).click();
	}
	await expect(page).toHaveURL(address);
	await expect(row(page, title)).toBeInViewport();
}

test("row 2,800 of 3,000 is where it was, with a filter and without, after each way back (P334)", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	await importLinks(page.request, 3_000);
	for (const [search, title] of [
		["", "Spring 201"],
		["?q=spring&sort=people", "Spring 201"],
	] as const) {
		await page.goto(`/admin${search}`);
		await expect(page.getByRole("list", { name: "Your Links" }).getByRole("listitem").first()).toBeVisible();
		await scrollToRow(page, 2_800);
		await expect(row(page, title)).toBeInViewport();
		const top = async () => Math.round((await row(page, title).boundingBox())?.y ?? Number.NaN);
		const before = await top();
		for (const way of WAYS) {
			await leaveAndReturn(page, way, title);
			await expect.poll(top, { message: `${way} ${search}` }).toBe(before);
		}
	}
});

test("where the first row in view is gone, the place is kept by the pixel, after each way back (P334)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	for (let n = 1; n <= 40; n += 1) await createLink(page.request, { title: `Link ${n}`, customLinkSlug: `link-${n}` });
	const gone: number[] = [];
	for (const way of WAYS) {
		await page.goto("/admin");
		await expect(page.getByRole("list", { name: "Your Links" }).getByRole("listitem").first()).toBeVisible();
		await page.evaluate(() => window.scrollTo({ top: 1_400, behavior: "instant" }));
		await expect(row(page, "Link 12")).toBeInViewport();
		const y = await page.evaluate(() => window.scrollY);
		await leaveAndReturn(page, way, "Link 12", async () => {
			// It is written a moment after the last scroll.
			await expect.poll(async () => gone.includes(await firstRowInView(page))).toBe(false);
			gone.push(await firstRowInView(page));
			await expect(await page.request.delete(`/api/links/${gone.at(-1)}`)).toBeOK();
		});
		await expect.poll(() => page.evaluate(() => window.scrollY), { message: way }).toBe(y);
	}

	await row(page, "Link 12").getByRole("link", { name: /^Edit/ }).click();
	await expect(heading(page)).toHaveText("Edit Link");
	await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
	await expect(row(page, "Link 40")).toBeInViewport();
	// A place is returned to within the list's first frames.
	const drawn = async (frames: number) => {
		for (let n = 0; n < frames; n += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
		return page.evaluate(() => window.scrollY);
	};
	expect(await drawn(10)).toBe(0);
});

/** The id of the row that the list's place is kept by. */
function firstRowInView(page: Page): Promise<number> {
	return page.evaluate(
		() => (JSON.parse(sessionStorage.getItem("visualink.list-place") ?? "{}") as { rowId: number }).rowId,
	);
}

/** Until the row is near the top of the window: rows that are drawn may have another height than was expected. */
async function scrollToRow(page: Page, index: number): Promise<void> {
	await page.evaluate((at) => {
		const list = document.querySelector('ul[aria-label="Your Links"]');
		const top = (list?.getBoundingClientRect().top ?? 0) + window.scrollY;
		window.scrollTo({ top: top + (at - 1) * 64 - 300, behavior: "instant" });
	}, index);
}

async function importLinks(request: APIRequestContext, count: number): Promise<void> {
	const rows = Array.from({ length: count }, (_, index) => `https://example.com/${index + 1},Spring ${index + 1},Text`);
	const sent = await request.post(`${API.imports.all}?name=links.csv`, {
		headers: { "content-type": "text/csv" },
		data: `target_url,title,description\n${rows.join("\n")}`,
	});
	await expect(sent).toBeOK();
	const { id } = (await sent.json()) as ImportView;
	const job = async () => (await (await request.get(API.imports.all)).json()) as ImportView;
	await expect.poll(async () => (await job()).state, { timeout: 60_000 }).toBe("checked");
	await expect(await request.post(API.imports.start(id), { data: { prefill: false } })).toBeOK();
	await expect.poll(async () => (await job()).state, { timeout: 90_000 }).toBe("done");
}
