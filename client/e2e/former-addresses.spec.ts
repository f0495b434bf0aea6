import { API } from "#shared/api-paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import { expect, expectAccessible, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { becomePerson, CHROME, createLink } from "./person.ts";

test("a changed slug keeps working, is listed, turned around and released (P320, P322)", async ({ page, browser }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { shortUrl } = await createLink(page.request, { customLinkSlug: "printed" });
	const visitor = await browser.newContext({ userAgent: CHROME });
	const visit = async (url: string) => (await visitor.request.get(url, { maxRedirects: 0 })).status();
	await visit(shortUrl);

	await page.goto("/admin/link/edit/printed");
	const slug = page.getByLabel("Custom URL");
	await slug.fill("fresh");
	await expect(page.getByText("The old address keeps working.", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Update Link" }).click();
	await expect(page).toHaveURL("/admin");
	expect(await visit(shortUrl)).not.toBe(404);

	await page.goto("/admin/link/edit/fresh");
	const former = page.getByRole("region", { name: "Former addresses" });
	await expect(former).toContainText("/printed");
	await expectAccessible(page);
	await slug.fill("printed");
	await slug.blur();
	await expect(page.getByText("This is a former address of this link.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Update Link" })).toBeEnabled();
	await slug.fill("fresh");

	await former.getByRole("button", { name: /^Release .*\/printed$/ }).click();
	const dialog = page.getByRole("dialog", { name: "Release this address?" });
	await expect(dialog).toContainText("It had 2 views in the last 30 days.");
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Keep address" }).click();
	await former.getByRole("button", { name: /^Release / }).click();
	await dialog.getByRole("button", { name: "Release address" }).click();
	await expectToast(page, { title: "Address released" });
	await expect(former).toHaveCount(0);
	await expect(slug).toBeFocused();
	expect(await visit(shortUrl)).toBe(404);
	await visitor.close();
});

test.describe("the name in one's links", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("is changed in Your details, and addresses follow (P325, P326)", async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		const { shortUrl } = await createLink(page.request, { customLinkSlug: "sale" });
		await page.goto("/admin");
		await expect(page.getByRole("listitem").filter({ hasText: "/sale" })).toBeVisible();
		await page.getByRole("tab", { name: "Subscription" }).click();
		const part = page.getByRole("region", { name: "Name in your links" });
		await part.getByRole("button", { name: "Change name" }).click();
		const field = part.getByLabel("Name in your links");
		await expect(field).toBeFocused();
		await expect(part).toContainText("You can change it twice within a year.");
		await expectAccessible(page);
		await field.fill("admin");
		await part.getByRole("button", { name: "Save name" }).click();
		await expect(part).toContainText("This name is reserved. Please choose another one.");
		const name = `n${Date.now().toString(36)}`;
		await field.fill(name);
		await part.getByRole("button", { name: "Save name" }).click();
		await expectToast(page, { title: "Name changed" });
		await expect(part).toContainText(`/go/${name}/`);
		await expect(part).toContainText("Also reachable by");
		await page.getByRole("tab", { name: "Links" }).click();
		await expect(page.getByRole("listitem").filter({ hasText: `/go/${name}/sale` })).toBeVisible();
		const [link] = (await (await page.request.get(API.links.all)).json()) as LinkView[];
		expect(link?.shortUrl).not.toBe(shortUrl);
		expect((await page.request.get(shortUrl, { maxRedirects: 0 })).status()).not.toBe(404);
	});
});
