import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

/** 1280 x 900 at 200 % zoom. */
const ZOOMED = { width: 640, height: 450 };

test("what sticks takes at most a quarter of the window at 200 % zoom, on every screen that has it (P609)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { linkSlug } = await createLink(page.request, { title: "Summer" });
	for (let n = 1; n <= 8; n += 1) await createLink(page.request, { title: `Link ${n}` });
	await page.setViewportSize(ZOOMED);
	const title = page.getByLabel("Title", { exact: true });
	const tab = (name: string) => page.getByRole("navigation", { name: "This link" }).getByRole("link", { name });
	const walk: [path: string, act: () => Promise<unknown>][] = [
		["/", () => page.getByRole("heading", { level: 1 }).waitFor()],
		["/pricing", () => page.getByRole("radio", { name: "Yearly" }).waitFor()],
		[
			"/admin",
			() =>
				page
					.getByRole("button", { name: /^More for Link/ })
					.first()
					.waitFor(),
		],
		[
			"/admin",
			() =>
				page
					.getByRole("checkbox", { name: /^Choose Link/ })
					.first()
					.check(),
		],
		["/admin/link/new", () => title.fill("Spring")],
		[`/admin/link/edit/${linkSlug}`, () => title.fill("Late summer")],
		// What was written stays: the bar is there on this tab too.
		["", () => tab("Previews").click()],
		["", () => tab("Statistics").click()],
		["/admin/analytics", () => page.getByRole("heading", { name: "Analytics" }).waitFor()],
		["/account?section=data", () => page.getByRole("link", { name: "Download your data" }).waitFor()],
	];
	page.on("dialog", (dialog) => void dialog.accept());
	for (const [path, act] of walk) {
		if (path) await page.goto(path);
		await act();
		await page.evaluate(() => window.scrollTo({ top: 200, behavior: "instant" }));
		const stuck = await whatSticks(page);
		const height = stuck.reduce((sum, part) => sum + part.height, 0);
		expect(height, `${path} has ${JSON.stringify(stuck)}`).toBeLessThanOrEqual(ZOOMED.height / 4);
	}
});

/** Painted parts that stay in the window while the page scrolls, as far as they are in it and wider than half of it. */
function whatSticks(page: Page): Promise<{ part: string; height: number }[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>("body *")].flatMap((element) => {
			const { position, backgroundColor, visibility } = getComputedStyle(element);
			if (!["sticky", "fixed"].includes(position) || visibility === "hidden") return [];
			if (/, 0\)$|transparent/.test(backgroundColor)) return [];
			const { top, bottom, width } = element.getBoundingClientRect();
			const height = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
			if (height <= 0 || width < window.innerWidth / 2) return [];
			const { localName, className } = element;
			return [{ part: `${localName} ${className}`.slice(0, 60), height: Math.round(height) }];
		}),
	);
}
