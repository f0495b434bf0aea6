import { expect, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test("a country can be picked where it is first shown: the list does not move while it is searched", async ({
	page,
}) => {
	await becomePerson(page.request);
	await page.goto("/onboarding");
	// Short of room: the whole list fits above the field, a shorter one would fit below.
	await page.setViewportSize({ width: 360, height: 780 });
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.getByLabel("Country of residence").click();
	const list = page.getByRole("dialog", { name: "Countries" });
	await expect(list).toBeInViewport({ ratio: 1 });
	const open = await list.boundingBox();
	await page.getByPlaceholder("Search country...").fill("Portugal");
	const option = page.getByRole("option", { name: "Portugal" });
	const { first, later } = await option.evaluate(async (element) => {
		const first = element.getBoundingClientRect().top;
		for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
		return { first, later: element.getBoundingClientRect().top };
	});
	expect(later).toBe(first);
	expect(await list.boundingBox()).toEqual(open);
	await option.click();
	await expect(page.getByLabel("Country of residence")).toHaveText("Portugal");
});
