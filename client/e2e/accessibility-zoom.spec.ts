import { test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";
import { expectRoom, ZOOMED } from "./zoom-steps.ts";

// Where most sticks; all other screens: accessibility-zoom.extended.spec.ts.
test("what sticks takes at most a quarter of the window at 200 % zoom, with links chosen and a link changed (P609)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { linkSlug } = await createLink(page.request, { title: "Summer" });
	for (let n = 1; n <= 4; n += 1) await createLink(page.request, { title: `Link ${n}` });
	await page.setViewportSize(ZOOMED);
	await page.goto("/admin");
	await page.getByRole("checkbox", { name: "Choose Link 1" }).check();
	await expectRoom(page, "/admin");
	await page.goto(`/admin/link/edit/${linkSlug}`);
	await page.getByLabel("Title", { exact: true }).fill("Late summer");
	await expectRoom(page, "the form");
	page.on("dialog", (dialog) => void dialog.accept());
});
