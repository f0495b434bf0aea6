import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test("the chosen segment is lighter than its ground in both themes, and the gear is for keys too (P607)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "starter" });
	const { linkSlug } = await createLink(page.request);
	for (const [path, segment] of [
		["/pricing", page.getByRole("radio", { name: "Monthly" })],
		["/admin", page.getByRole("tab", { name: "Subscription" })],
		[`/admin/link/stats/${linkSlug}`, page.getByRole("radio", { name: "Last 7 days" })],
	] as const) {
		await page.goto(path);
		await expect(segment).toBeVisible();
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			const differences = await page
				.locator("main :is([data-segment][data-chosen], [role=tab][data-state=active])")
				.evaluateAll((all) =>
					all.map((chosen) => {
						const lightness = (element: Element | null) =>
							(getComputedStyle(element as Element).backgroundColor.match(/\d+/g) ?? []).reduce(
								(sum, part) => sum + Number(part),
								0,
							);
						return lightness(chosen) - lightness(chosen.parentElement);
					}),
				);
			expect(differences.length, path).toBeGreaterThan(0);
			expect(Math.min(...differences), `${path}, ${colorScheme}`).toBeGreaterThan(0);
		}
	}
	// Behind the gear, Tab stays within until Escape, which leads back to it.
	const gear = page.getByRole("button", { name: "Chart settings" });
	await gear.press("Enter");
	await expect(page.getByLabel("Time zone")).toBeFocused();
	for (let tabs = 0; tabs < 3; tabs++) {
		await page.keyboard.press("Tab");
		await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
	}
	await page.keyboard.press("Escape");
	await expect(gear).toBeFocused();
});
