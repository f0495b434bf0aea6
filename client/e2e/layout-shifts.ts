import type { Page, Request, Route } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** An open stream of events is never answered in full. */
const ENDLESS = "/api/events";

/** What counts as still: nothing is held, on its way, or drawn as a placeholder. */
const PLACEHOLDERS = "main .animate-pulse, main .animate-spin";

/**
 * Opens a screen on a network that answers one call after another, with a frame drawn after each answer. So what comes
 * late on a slow network comes late here, however fast the machine is.
 * @param answered which of the calls that wait is answered next
 * @returns the layout shifts (CLS) until the screen is complete, and what moved
 */
export async function shiftsOf(
	page: Page,
	path: string,
	answered: "first" | "last",
): Promise<{ sum: number; moved: string[] }> {
	const held: Route[] = [];
	const open = new Set<Request>();
	const onRequest = (request: Request) => !request.url().includes(ENDLESS) && open.add(request);
	const onEnd = (request: Request) => open.delete(request);
	page.on("request", onRequest).on("requestfinished", onEnd).on("requestfailed", onEnd);
	await page.route(/\/api\//, (route) =>
		route.request().url().includes(ENDLESS) ? route.continue() : held.push(route),
	);
	await page.goto(path);
	const next = () => (answered === "first" ? held.shift() : held.pop());
	await expect(async () => {
		for (let route = next(); route; route = next()) {
			const response = route.request().response();
			await route.continue();
			await (await response)?.finished();
			await drawFrame(page);
		}
		await drawFrame(page);
		expect({ held: held.length, open: open.size }).toEqual({ held: 0, open: 0 });
		await expect(page.locator(PLACEHOLDERS).filter({ visible: true })).toHaveCount(0, { timeout: 1 });
	}).toPass({ intervals: [0, 20] });
	await page.unroute(/\/api\//);
	page.off("request", onRequest).off("requestfinished", onEnd).off("requestfailed", onEnd);
	const moved = await page.evaluate(() => (Reflect.get(window, "takeShifts") as () => Shift[])());
	return {
		sum: moved.reduce((sum, { value }) => sum + value, 0),
		moved: moved.map(({ value, nodes }) => `${value.toFixed(4)} ${nodes.join(" | ")}`),
	};
}

type Shift = { value: number; nodes: string[] };

/** The browser reports a frame's shifts after it is drawn, and so before the second frame from now. */
async function drawFrame(page: Page): Promise<void> {
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Notes what moves on every page from its first frame on. */
export async function watchShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		type LayoutShift = PerformanceEntry & {
			value: number;
			hadRecentInput: boolean;
			sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
		};
		const shifts: Shift[] = [];
		const note = (entries: PerformanceEntryList) => {
			for (const { value, hadRecentInput, sources } of entries as LayoutShift[]) {
				if (hadRecentInput) continue;
				const nodes = sources.map(({ node, previousRect: from, currentRect: to }) => {
					const element = node instanceof Element ? node : node?.parentElement;
					const name = `${element?.tagName} ${element?.textContent?.slice(0, 40)}`;
					return `${name} (${from.y} to ${to.y}, ${from.height} to ${to.height} high)`;
				});
				shifts.push({ value, nodes });
			}
		};
		const observer = new PerformanceObserver((list) => note(list.getEntries()));
		observer.observe({ type: "layout-shift", buffered: true });
		Object.assign(window, {
			takeShifts: () => {
				note(observer.takeRecords());
				return shifts;
			},
		});
	});
}
