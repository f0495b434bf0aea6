import type { Page } from "@playwright/test";
import { expect, openReady, test } from "./fixtures.ts";

const TOAST = "You did not allow the sign-in with Google. Nothing was changed.";

test("one at a time, at most 420 pixels wide, goes away by a swipe of 50 pixels to the right, and not by a shorter one", async ({
	page,
}) => {
	await raise(page);
	const toast = page.getByRole("listitem").filter({ hasText: TOAST });
	await swipe(page, 40);
	await expect(toast).toBeVisible();
	await swipe(page, 70);
	await expect(toast).toHaveCount(0);

	await raise(page);
	const list = page.getByRole("region", { name: /Notifications/ }).getByRole("list");
	expect((await list.boundingBox())?.width).toBe(420);
	await page.evaluate(() => {
		window.history.pushState(null, "", "/?auth_error=state");
	});
	await expect(page.getByText(/took too long/).first()).toBeVisible();
	await expect(list.getByRole("listitem")).toHaveCount(1);
});

test("the first F8 counts, also before the code of the notifications is there (P406)", async ({ page }) => {
	await openReady(page, "/");
	await page.keyboard.press("F8");
	await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("list")).toBeFocused();
});

async function raise(page: Page): Promise<void> {
	await page.goto("/?auth_error=denied");
	await expect(page.getByRole("listitem").filter({ hasText: TOAST })).toBeVisible();
}

async function swipe(page: Page, distance: number): Promise<void> {
	const box = await page.getByRole("listitem").filter({ hasText: TOAST }).boundingBox();
	if (!box) throw new Error("There is no toast to swipe.");
	const [x, y] = [box.x + 150, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	for (let moved = 10; moved <= distance; moved += 10) await page.mouse.move(x + moved, y);
	await page.mouse.up();
}
