import { expect, openReady, test } from "./fixtures.ts";

test("on a phone the links are in a menu; the footer leads to each section of the landing page", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await openReady(page, "/terms");
	const header = page.getByRole("banner");
	await expect(header.getByRole("link", { name: "Access", exact: true })).toBeVisible();
	await expect(header.getByRole("link", { name: "Pricing" })).toBeHidden();
	await header.getByRole("button", { name: "Open menu" }).click();
	await header.getByRole("link", { name: "Pricing" }).click();
	await expect(page).toHaveURL("/pricing");
	await expect(header.getByRole("button", { name: "Open menu" })).toBeVisible();

	await page.setViewportSize({ width: 1280, height: 800 });
	const footer = page.getByRole("contentinfo");
	for (const [name, id, heading] of [
		["Features", "features", "Everything a link needs to be opened"],
		["Pricing", "pricing", "Pricing"],
		["FAQs", "faqs", "Frequently asked questions"],
	] as const) {
		await footer.getByRole("link", { name, exact: true }).click();
		await expect(page).toHaveURL(`/#${id}`);
		await expect(page.getByRole("heading", { level: 2, name: heading })).toBeInViewport();
	}
});

test("with reduced motion a change of color reaches the innermost element at once", async ({ page }) => {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto("/privacy");
	const colors = await page.evaluate(() => {
		const outer = document.body.appendChild(document.createElement("div"));
		let inner: Element = outer;
		for (let depth = 0; depth < 20; depth++) inner = inner.appendChild(document.createElement("div"));
		outer.style.color = "rgb(1, 2, 3)";
		const before = getComputedStyle(inner).color;
		outer.style.color = "rgb(4, 5, 6)";
		return [before, getComputedStyle(inner).color];
	});
	expect(colors).toEqual(["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
});
