import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test("come after 700 ms, and the next one within 300 ms at once", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	const first = await createLink(page.request, { title: "First" });
	const second = await createLink(page.request, { title: "Second" });
	await page.clock.install();
	await page.goto("/admin");
	const copy = (title: string) => page.getByRole("button", { name: `Copy ${title}:` });
	await expect(copy("First")).toBeVisible();
	await page.clock.pauseAt(Date.now() + 3_600_000);

	await copy("First").hover();
	await page.clock.runFor(690);
	await expect(page.getByRole("tooltip")).toHaveCount(0);
	await page.clock.runFor(20);
	await expect(page.getByRole("tooltip")).toHaveText(first.shortUrl.replace(/^http:\/\//, ""));

	// As a hand moves, which never rests exactly: a step is only known not to lead to the tooltip once the page has taken in
	// the one before. All of it comes to less than the 300 ms.
	const target = await copy("Second").boundingBox();
	if (!target) throw new Error("There is no address to point at.");
	const [x, y] = [target.x + target.width / 2, target.y + target.height / 2];
	await page.mouse.move(x, y, { steps: 20 });
	let moves = 0;
	await expect(async () => {
		moves += 1;
		await page.mouse.move(x + (moves % 2), y);
		await page.clock.runFor(10);
		const shown = await page.getByRole("tooltip").allTextContents();
		expect(shown).toEqual([second.shortUrl.replace(/^http:\/\//, "")]);
	}).toPass({ timeout: 20_000 });
	expect(moves).toBeLessThan(30);
});
