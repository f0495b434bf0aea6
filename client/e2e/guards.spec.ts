import { expect, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test("a guard's toast is there before the redirect, however late its code comes (P406)", async ({ page }) => {
	await becomePerson(page.request, { hasConsent: true });
	await page.clock.install();
	await page.addInitScript(noteToastAtRedirect);
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(/\/assets\/toaster-/, async (route) => {
		await held;
		await route.continue();
	});
	const answered = page.waitForResponse("**/api/subscriptions/active");
	await page.goto("/admin", { waitUntil: "commit" });
	await (await answered).finished();
	await page.clock.runFor(1_000);
	release();
	await expect(page).toHaveURL("/pricing");
	expect(await page.evaluate(() => sessionStorage.getItem("toast"))).toContain("Subscription required");
});

/** Runs in the page. */
function noteToastAtRedirect(): void {
	const replaceState = history.replaceState;
	history.replaceState = function (...change) {
		const toast = document.querySelector('[role="region"] li')?.textContent ?? "none";
		if (String(change[2]).includes("/pricing")) sessionStorage.setItem("toast", toast);
		replaceState.apply(this, change);
	};
}
