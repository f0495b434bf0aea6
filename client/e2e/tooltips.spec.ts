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

	// As a hand moves: the first step away may be on the way to the tooltip, the next ones tell that it is not.
	const target = await copy("Second").boundingBox();
	if (!target) throw new Error("There is no address to point at.");
	await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 20 });
	await page.clock.runFor(50);
	await expect(page.getByRole("tooltip")).toHaveText(second.shortUrl.replace(/^http:\/\//, ""));
});
