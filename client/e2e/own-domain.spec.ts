import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { fill, preview, submit } from "./link-form.ts";
import { becomePerson, CHROME } from "./person.ts";

// An address is refused.
test.use({ expectedNoise: FAILED_CALL });

/** Another one at a second try: the first may have been verified. */
const HOST = `go-${crypto.randomUUID().slice(0, 8)}.brand.localhost`;
const FACEBOOK = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)";
const SECTION = "/account?section=domains";
const row = (page: Page) => page.getByRole("list", { name: "Your Links" }).getByRole("listitem").first();

test("a domain is added, verified while its page is open, gets new links with their cards, and is removed (P631, P632)", async ({
	page,
	request,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.goto(SECTION);
	await page.getByLabel("Domain").fill(HOST);
	await page.getByRole("button", { name: "Add domain" }).click();
	const panel = page.locator("[data-domain]");
	await expect(panel.locator("summary").first()).toBeFocused();
	await expect(panel.getByText("Waiting for DNS")).toBeVisible();
	await panel.getByText("Where do I enter this?").click();
	await page.setViewportSize({ width: 360, height: 740 });
	await expectNoScrollbar(page);
	await page.setViewportSize({ width: 1280, height: 800 });

	const provider = page.waitForEvent("popup");
	await panel.getByRole("link", { name: "Add these records in the sandbox" }).click();
	await (await provider).getByRole("button", { name: "Add all records" }).click();
	// By an event: the page is neither loaded again nor pressed.
	await expect(panel.getByText(`Links work at ${HOST}.`)).toBeVisible();
	await panel.getByRole("switch", { name: "Default for new links" }).click();
	await expect(panel.getByText("Default", { exact: true })).toBeVisible();
	await panel.getByLabel("Root address leads to").fill("brand");
	await panel.getByRole("button", { name: "Save addresses" }).click();
	await expect(panel.getByLabel("Root address leads to")).toBeFocused();
	await panel.getByLabel("Root address leads to").fill("https://example.com/brand");
	await panel.getByRole("button", { name: "Save addresses" }).click();
	await expectToast(page, { title: "Addresses saved" });
	await expectAccessible(page);

	const { port } = new URL(page.url());
	// Browsers resolve names below localhost, Node doesn't.
	const onDomain = (path: string, agent = CHROME) =>
		request.get(path, { maxRedirects: 0, headers: { host: `${HOST}:${port}`, "user-agent": agent } });
	await page.goto("/admin/link/new");
	await expect(page.getByRole("combobox", { name: "Domain" })).toHaveValue(HOST);
	await page.getByLabel(/^Custom URL/).fill("algarve");
	await fill(page);
	await expect(preview(page)).toContainText(`${HOST}:${port}/algarve`);
	await submit(page);
	await expect(row(page)).toContainText(`${HOST}:${port}/algarve`);
	expect(await (await onDomain("/algarve", FACEBOOK)).text()).toContain(
		'property="og:title" content="Summer in the Algarve"',
	);
	expect((await onDomain("/")).headers().location).toBe("https://example.com/brand");

	await page.goto(SECTION);
	await panel.getByRole("button", { name: `Remove ${HOST}` }).click();
	await page.getByRole("button", { name: "Remove domain" }).click();
	await expect(page.getByRole("heading", { level: 2, name: "Domains" })).toBeFocused();
	await page.goto("/admin");
	await expect(row(page)).toContainText(/localhost:\d+\/go\/[^/]+\/algarve/);
	await expect.poll(async () => (await onDomain("/algarve")).status()).toBe(404);
});

async function expectNoScrollbar(page: Page): Promise<void> {
	const beyond = await page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
	expect(beyond).toBeLessThanOrEqual(0);
}
