import { expect, type Page } from "@playwright/test";

/** 1280 x 900 at 200 % zoom. */
export const ZOOMED = { width: 640, height: 450 };

/** Expects that what sticks takes at most a quarter of the window (P609). @param place named if it doesn't */
export async function expectRoom(page: Page, place: string): Promise<void> {
	await page.evaluate(() => window.scrollTo({ top: 200, behavior: "instant" }));
	const stuck = await whatSticks(page);
	const height = stuck.reduce((sum, part) => sum + part.height, 0);
	expect(height, `${place} has ${JSON.stringify(stuck)}`).toBeLessThanOrEqual(ZOOMED.height / 4);
}

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
