import type { BrowserContext } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

/** React holds back what has suspended until 300 ms after the last fallback; drawing takes a tenth of that. */
const MOST_MS = 200;

test("a screen is there as soon as its code and data are, not 300 ms after its spinner (P451)", async ({
	page,
	context,
	cpuSlowdown,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	const { linkSlug } = await createLink(page.request);
	for (const [path, heading] of [
		["/admin", "Admin Dashboard"],
		["/admin/link/new", "Create New Link"],
		[`/admin/link/edit/${linkSlug}`, "Edit Link"],
		[`/admin/link/stats/${linkSlug}`, "Statistics"],
		["/account", "Account"],
	] as const) {
		// The quickest of three: other work on the machine delays a load, and nothing else makes one quicker.
		const waits: number[] = [];
		for (let run = 0; run < 3; run += 1) waits.push(await idleBefore(context, path, heading));
		expect(Math.min(...waits), `${path}: ${waits.join(", ")} ms`).toBeLessThan(MOST_MS * cpuSlowdown);
	}
});

test("a screen's code is a few files, not one for each module that it shares (P453)", async ({ page }) => {
	const scripts = (address: string) =>
		page.evaluate(async (path) => {
			const shown = await (await fetch(path)).text();
			return shown.match(/modulepreload|<script[^>]*type="module"/g)?.length ?? 0;
		}, address);
	await page.goto("/");
	for (const path of ["/", "/pricing", "/privacy", "/terms"]) expect(await scripts(path), path).toBe(3);

	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request);
	await page.goto("/admin");
	await expect(page.getByRole("link", { name: "Summer in the Algarve" }).first()).toBeVisible();
	const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
	expect(loaded.filter((name) => name.endsWith(".js")).length).toBeLessThanOrEqual(14);
});

test("a placeholder is still for 0.8 s, then it pulses (P454)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.route("**/api/links?*", () => {});
	await page.goto("/admin");
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	const pulse = await page.evaluate(() => {
		const timings = document.getAnimations().map(({ effect }) => effect?.getComputedTiming());
		const [first] = timings.filter((timing) => timing?.duration === 2000);
		return first && { delay: first.delay, iterations: first.iterations };
	});
	expect(pulse).toEqual({ delay: 800, iterations: Number.POSITIVE_INFINITY });
});

/** Milliseconds between the last answer before a heading and that heading. */
async function idleBefore(context: BrowserContext, path: string, heading: string): Promise<number> {
	const page = await context.newPage();
	await page.addInitScript((wanted) => {
		const seen = { at: Number.NaN };
		Object.assign(window, { seen });
		new MutationObserver((_, observer) => {
			const headings = Array.from(document.querySelectorAll("main h1"), ({ textContent }) => textContent);
			if (!headings.includes(wanted)) return;
			seen.at = performance.now();
			observer.disconnect();
		}).observe(document, { childList: true, subtree: true });
	}, heading);
	await page.goto(path);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
	const wait = await page.evaluate(() => {
		const { at } = Reflect.get(window, "seen") as { at: number };
		const needed = performance.getEntriesByType("resource").filter(({ name }) => /\.js$|\/api\//.test(name));
		const ends = needed.map((entry) => (entry as PerformanceResourceTiming).responseEnd);
		return Math.round(at - Math.max(...ends.filter((end) => end > 0 && end <= at)));
	});
	await page.close();
	return wait;
}
