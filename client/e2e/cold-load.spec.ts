import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test("a screen is there as soon as its code and data are, not 300 ms after its spinner (P451)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const { linkSlug } = await createLink(page.request);
	await page.addInitScript(noteTimers);
	for (const [path, heading] of [
		["/admin", "Admin Dashboard"],
		["/admin/link/new", "Create New Link"],
		[`/admin/link/edit/${linkSlug}`, "Edit Link"],
		[`/admin/link/stats/${linkSlug}`, "Statistics"],
		["/account", "Account"],
	] as const) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
		expect(await page.evaluate(() => Reflect.get(window, "headingsByTimer")), path).toEqual([]);
	}
});

/**
 * Notes each heading that a timer brought: React holds back what has suspended by a timer of up to 300 ms, and renders by
 * messages otherwise. So a slow machine makes nothing look held back.
 */
function noteTimers(): void {
	const headingsByTimer: string[] = [];
	let delay: number | undefined;
	const { setTimeout } = window;
	Object.assign(window, {
		headingsByTimer,
		setTimeout: (callback: () => void, ms = 0) =>
			setTimeout(() => {
				delay = ms;
				callback();
				// After the observer below, which this callback's changes have queued.
				queueMicrotask(() => {
					delay = undefined;
				});
			}, ms),
	});
	new MutationObserver((_, observer) => {
		const heading = document.querySelector("main h1")?.textContent;
		if (!heading) return;
		if (delay) headingsByTimer.push(`${heading} after ${delay} ms`);
		observer.disconnect();
	}).observe(document, { childList: true, subtree: true });
}

test("a screen's code is a few files, not one for each module that it shares (P453); a placeholder is still for 0.8 s, then it pulses (P454)", async ({
	page,
}) => {
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
