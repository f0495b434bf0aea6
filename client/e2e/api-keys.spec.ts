import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test("a key is made, used, seen as used without a reload, and revoked, and then it answers 401 (P651, P652)", async ({
	page,
	request,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.goto("/admin");
	await page.getByRole("button", { name: /Account menu/ }).click();
	await page.getByRole("menuitem", { name: "API" }).click();
	await expect(page.getByText(/^No keys yet\./)).toBeVisible();
	await expectAccessible(page);
	await page.getByRole("button", { name: "New key" }).click();
	await expect(page.getByLabel("Name")).toBeFocused();
	await expectAccessible(page);
	await page.setViewportSize({ width: 360, height: 740 });
	await expectNoScrollbar();

	await page.getByLabel("Name").fill("Nightly import");
	await page.getByLabel("Name").press("Enter");
	await expect(page.getByRole("heading", { name: 'Your new key "Nightly import"' })).toBeFocused();
	await expectAccessible(page);
	await expectNoScrollbar();
	await page.setViewportSize({ width: 1280, height: 800 });
	const key = (await page.getByText(/^vl_[0-9A-Za-z]{36}$/).textContent()) ?? "";
	const command = (await page.getByText(/^curl /).textContent()) ?? "";
	const [, header = "", url = ""] = /^curl -H "Authorization: (.+)" (\S+)$/.exec(command) ?? [];
	expect(header).toBe(`Bearer ${key}`);
	const me = () => request.get(url, { headers: { authorization: header } });
	const answer = await me();
	expect(await answer.json()).toMatchObject({ plan: "pro", key: { name: "Nightly import" } });
	await expect(page.getByText(/^Last used today/)).toBeVisible();

	await page.reload();
	await expect(page.getByText(`${key.slice(0, 8)}…`)).toBeVisible();
	expect(await page.content()).not.toContain(key);
	const other = await page.context().newPage();
	await other.goto("/admin/api");
	await other.getByRole("button", { name: "Revoke Nightly import" }).click();
	await expectAccessible(other);
	await other.getByRole("button", { name: "Revoke key" }).click();
	await expectToast(other, { title: "Key revoked" });
	await expect(other.getByRole("heading", { level: 2, name: "Keys" })).toBeFocused();
	await expect.poll(async () => (await me()).status()).toBe(401);
	// By an event: the first tab is neither loaded again nor pressed.
	await expect(page.getByText(/^No keys yet\./)).toBeVisible();

	async function expectNoScrollbar(): Promise<void> {
		const beyond = await page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement;
			return scrollWidth - clientWidth;
		});
		expect(beyond).toBeLessThanOrEqual(0);
	}
});
