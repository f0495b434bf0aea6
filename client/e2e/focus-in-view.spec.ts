import { API } from "#shared/platform/api-paths.ts";
import { expect, test } from "./fixtures.ts";
import { coveredByTab, expectNoWiderThanWindow } from "./focus-walk.ts";
import { becomePerson, createLink } from "./person.ts";

test("on a phone nothing covers the focused element, and no screen of a link is wider than the window (P581)", async ({
	page,
}) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await becomePerson(page.request, { plan: "pro" });
	const { id, linkSlug } = await createLink(page.request, { title: "Spring" });
	const card = { title: "Eleven quiet beaches" };
	await expect(await page.request.put(API.links.card(id, "discord"), { multipart: card })).toBeOK();
	for (const [path, shown] of [
		["/admin/link/new", page.getByRole("button", { name: "Create Link" })],
		[`/admin/link/edit/${linkSlug}`, page.getByRole("button", { name: "Update Link" })],
		[`/admin/link/previews/${linkSlug}`, page.getByRole("tab", { name: /^Discord.*custom card/ })],
	] as const) {
		await page.goto(path);
		await expect(shown).toBeVisible();
		await expectNoWiderThanWindow(page);
		expect(await coveredByTab(page), path).toEqual([]);
	}
});
