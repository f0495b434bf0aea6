import { test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";
import { expectRoom, ZOOMED } from "./zoom-steps.ts";

test("what sticks takes at most a quarter of the window at 200 % zoom, on every screen that has it (P609)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { linkSlug } = await createLink(page.request, { title: "Summer" });
	for (let n = 1; n <= 8; n += 1) await createLink(page.request, { title: `Link ${n}` });
	await page.setViewportSize(ZOOMED);
	const title = page.getByLabel("Title", { exact: true });
	const tab = (name: string) => page.getByRole("navigation", { name: "This link" }).getByRole("link", { name });
	const walk: [path: string, act: () => Promise<unknown>][] = [
		["/", () => page.getByRole("heading", { level: 1 }).waitFor()],
		["/pricing", () => page.getByRole("radio", { name: "Yearly" }).waitFor()],
		[
			"/admin",
			() =>
				page
					.getByRole("button", { name: /^More for Link/ })
					.first()
					.waitFor(),
		],
		[
			"/admin",
			() =>
				page
					.getByRole("checkbox", { name: /^Choose Link/ })
					.first()
					.check(),
		],
		["/admin/link/new", () => title.fill("Spring")],
		[`/admin/link/edit/${linkSlug}`, () => title.fill("Late summer")],
		// What was written stays: the bar is there on this tab too.
		["", () => tab("Previews").click()],
		["", () => tab("Statistics").click()],
		["/admin/analytics", () => page.getByRole("heading", { name: "Analytics" }).waitFor()],
		["/account?section=data", () => page.getByRole("link", { name: "Download your data" }).waitFor()],
	];
	page.on("dialog", (dialog) => void dialog.accept());
	for (const [path, act] of walk) {
		if (path) await page.goto(path);
		await act();
		await expectRoom(page, path);
	}
});
