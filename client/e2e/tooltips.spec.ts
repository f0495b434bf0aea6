import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

test("come after 700 ms, and the next one within 300 ms at once", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	const link = await createLink(page.request);
	await page.clock.install();
	await page.goto("/admin");
	const copy = page.getByRole("button", { name: /^Copy/ });
	await expect(copy).toBeVisible();
	await page.clock.pauseAt(Date.now() + 3_600_000);

	await copy.hover();
	await page.clock.runFor(690);
	await expect(page.getByRole("tooltip")).toHaveCount(0);
	await page.clock.runFor(20);
	await expect(page.getByRole("tooltip")).toHaveText(link.shortUrl.replace(/^http:\/\//, ""));

	// As a hand moves: the first step away may be on the way to the tooltip, the next ones tell that it is not.
	const remove = await page.getByRole("button", { name: /^Delete/ }).boundingBox();
	if (!remove) throw new Error("There is no button to point at.");
	await page.mouse.move(remove.x + remove.width / 2, remove.y + remove.height / 2, { steps: 20 });
	await page.clock.runFor(50);
	await expect(page.getByRole("tooltip")).toHaveText("The short link stops working");
});
