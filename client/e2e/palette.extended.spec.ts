import { closeByEscape, expect, expectAccessible, expectToast, FAILED_CALL, holdCalls, test } from "./fixtures.ts";
import { chooseOfList } from "./link-menu.ts";
import { chosen, editOf, field, openPalette, options, palette, row } from "./palette-steps.ts";
import { becomePerson, createLink } from "./person.ts";

test.beforeEach(async ({ page, context }) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await becomePerson(page.request, { plan: "pro" });
	for (const slug of ["three", "two", "one"]) {
		await createLink(page.request, { title: `Offer ${slug}`, customLinkSlug: slug });
	}
	await page.goto("/admin");
	await expect(row(page, "Offer one")).toBeVisible();
});

test("a composition keeps its keys, letters switched off leave it on, and phones have it in the list's menu (P438)", async ({
	page,
}) => {
	await page.evaluate(() => localStorage.setItem("visualink.letter-keys", "off"));
	await editOf(page, "Offer one").focus();
	type Press = { key: string; ctrlKey?: boolean; shiftKey?: boolean; isComposing?: boolean };
	const press = (how: Press) =>
		page.evaluate((init) => {
			const event = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
			document.activeElement?.dispatchEvent(event);
		}, how);
	await press({ key: "k", ctrlKey: true, isComposing: true });
	await press({ key: "k", ctrlKey: true, shiftKey: true });
	await expect(palette(page)).toHaveCount(0);
	await openPalette(page);
	await expect(chosen(page)).toHaveText("Edit");
	await press({ key: "Enter", isComposing: true });
	await press({ key: "Escape", isComposing: true });
	await expect(palette(page)).toBeVisible();
	await expect(page).toHaveURL("/admin");
	await closeByEscape(page, palette(page));

	await page.setViewportSize({ width: 360, height: 740 });
	await chooseOfList(page, "Command palette");
	await expect(field(page)).toBeFocused();
	await expect(options(page).filter({ hasText: "Offer" })).toHaveCount(3);
	// It grows into its place: sizes are true once that has ended.
	await palette(page).evaluate((box) => Promise.all(box.getAnimations().map(({ finished }) => finished)));
	const { x = -1, width = 0 } = (await palette(page).boundingBox()) ?? {};
	expect(x).toBeGreaterThanOrEqual(0);
	expect(x + width).toBeLessThanOrEqual(360);
	for (const { width: own, height } of await options(page).evaluateAll((all) =>
		all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect),
	)) {
		expect(height).toBeGreaterThanOrEqual(44);
		expect(own).toBeLessThanOrEqual(width);
	}
	await expectAccessible(page);
	await options(page).filter({ hasText: "Offer three" }).click();
	await expect(page).toHaveURL("/admin/link/edit/three");
});

test("a link that was loading when the palette was opened brings its actions into it (P439)", async ({ page }) => {
	const answer = await holdCalls(page, "/api/links/rows*");
	await page.goto("/admin/link/edit/two");
	await expect(page.getByLabel("Title")).toHaveValue("Offer two");
	await openPalette(page);
	await expect(options(page).filter({ hasText: "Statistics" })).toHaveCount(0);
	answer();
	await expect(palette(page).getByRole("group", { name: "Offer two" })).toBeVisible();
	await expect(options(page).filter({ hasText: "Statistics" })).toBeVisible();
});

test.describe("where it can't be loaded", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("what is typed meanwhile is kept from the page, and a failure says so (P438)", async ({ page }) => {
		let letGo: (isThere: boolean) => void = () => undefined;
		await page.route(/\/palette-[\w-]{8}\.js$/, async (route) => {
			const isThere = await new Promise<boolean>((resolve) => {
				letGo = resolve;
			});
			await (isThere ? route.continue() : route.abort());
		});
		await editOf(page, "Offer two").focus();
		const asked = page.waitForRequest(/\/palette-[\w-]{8}\.js$/);
		await page.keyboard.press("ControlOrMeta+k");
		await asked;
		await page.keyboard.type("new");
		letGo(false);
		await expectToast(page, {
			title: "Error",
			description: "The command palette couldn't be loaded. Please try again.",
			isDestructive: true,
		});
		await expect(editOf(page, "Offer two")).toBeFocused();
		await expect(page).toHaveURL("/admin");

		await page.reload();
		await expect(row(page, "Offer one")).toBeVisible();
		const again = page.waitForRequest(/\/palette-[\w-]{8}\.js$/);
		await page.keyboard.press("ControlOrMeta+k");
		await again;
		await page.keyboard.type("sett");
		letGo(true);
		await expect(options(page)).toHaveText(["Subscription"]);
		await expect(field(page)).toBeFocused();
		await page.keyboard.type("ings");
		await expect(field(page)).toHaveValue("settings");

		await page.route("**/api/links/search?*", (route) => route.fulfill({ status: 500, body: "broken" }));
		await field(page).fill("offer");
		await expect(palette(page)).toContainText("Your links couldn't be searched. Please try again.");
	});
});

test("eight links at most are shown, and while the server is asked no others than those with the typed text (P438)", async ({
	page,
}) => {
	for (let n = 1; n <= 7; n += 1) await createLink(page.request, { title: `Spring ${n}` });
	await page.reload();
	await expect(row(page, "Offer one")).toBeVisible();
	await openPalette(page);
	await expect(options(page).filter({ hasText: /Spring|Offer/ })).toHaveCount(8);
	const letGo = await holdCalls(page, "/api/links/search?*");
	const asked = page.waitForRequest(/\/api\/links\/search\?/);
	await field(page).fill("offer two");
	await asked;
	await expect(options(page)).toHaveText([/^Offer two/]);
	letGo();
	await expect(palette(page)).toContainText("0 actions, 1 link");
	await expect(options(page)).toHaveText([/^Offer two/]);
});
