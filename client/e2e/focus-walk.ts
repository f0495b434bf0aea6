import { expect, type Page } from "@playwright/test";

/** More stops than any screen has. */
const MOST_STOPS = 150;

/** Presses Tab through the whole page, and names each element that something covers while it has the focus (WCAG 2.4.11). */
export async function coveredByTab(page: Page): Promise<string[]> {
	await page.evaluate(() => {
		window.scrollTo({ top: 0, behavior: "instant" });
		(document.activeElement as HTMLElement | null)?.blur();
	});
	const covered: string[] = [];
	for (let stop = 0; stop < MOST_STOPS; stop++) {
		await page.keyboard.press("Tab");
		const found = await page.evaluate(focusedNow);
		if (found === "end") return covered;
		if (found !== null) covered.push(found);
	}
	throw new Error(`More than ${MOST_STOPS} stops`);
}

/** No page is wider than its window. */
export async function expectNoWiderThanWindow(page: Page): Promise<void> {
	expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** @returns what covers the focused element, "end" where the focus has left the page, else null */
function focusedNow(): string | null {
	const focused = document.activeElement;
	if (!(focused instanceof HTMLElement) || focused === document.body) return "end";
	if (focused.dataset.walked !== undefined) return "end";
	focused.dataset.walked = "";
	const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined;
	const box = focused.getBoundingClientRect();
	const top = Math.max(box.top, 0);
	const bottom = Math.min(box.bottom, window.innerHeight);
	const name = `${focused.tagName} ${focused.getAttribute("aria-label") ?? focused.textContent?.slice(0, 40) ?? ""}`;
	if (bottom <= top) return `${name} is off the screen`;
	const isSeen = (share: number) => {
		const y = top + (bottom - top) * share;
		const hit = document.elementFromPoint(Math.min(box.left + box.width / 2, window.innerWidth - 1), y);
		return hit !== null && (focused.contains(hit) || hit.contains(focused) || label?.contains(hit) === true);
	};
	// From the first line to the last: a field that is half covered is not seen either.
	return [0.15, 0.5, 0.85].every(isSeen) ? null : `${name} is covered`;
}
