import { expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { fill, inToast, madeRow, submit } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

const LINKEDIN = "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)";

// How many of the twelve are satisfied depends on how fast the machine answers each of them, too.
const TESTED = /^(?:All|\d+ of) 12 apps get the right card/;

test("where a card has arrived, and what brings a changed one there (P137, P138)", async ({ page, context }) => {
	await becomePerson(page.request, { plan: "pro" });
	const { shortUrl } = await createLink(page.request, { title: "Spring", customLinkSlug: "spring" });
	await page.goto("/admin/link/previews/spring");
	const arrived = page.getByRole("region", { name: "Where it's been previewed" });
	await expect(arrived).toContainText("No previews yet. They appear once someone shares the link.");

	await fetch(shortUrl, { headers: { "user-agent": LINKEDIN } });
	await expect(arrived.getByRole("listitem").filter({ hasText: "Previewed on LinkedIn just now" })).toBeVisible({
		timeout: 25_000,
	});
	await expect(arrived).toContainText(/Never: WhatsApp, Facebook, X/);
	await expectAccessible(page);

	await page.getByRole("link", { name: "Edit", exact: true }).click();
	await expect(page.getByText("Messages already sent keep their old preview, and so do Facebook titles")).toBeVisible();
	await page.getByLabel("Title").fill("Late spring");
	await page.getByRole("link", { name: "Previews", exact: true }).click();
	await expect(page.getByText("Of the saved version: your changes are not saved yet.")).toBeVisible();
	await expect(page.locator("[data-drawn]")).toContainText("Late spring");
	await page.getByRole("button", { name: "Update Link" }).click();
	await expect(page).toHaveURL("/admin");
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await inToast(page, "Copy fresh link").click();
	await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shortUrl}?v=2`);
	await page.goto("/admin/link/previews/spring");
	await expect(page.getByText("Apps may still show version 1")).toBeVisible();
	const inspector = page.getByRole("link", { name: "LinkedIn: Post Inspector" });
	await expect(inspector).toHaveAttribute(
		"href",
		`https://www.linkedin.com/post-inspector/inspect/${encodeURIComponent(shortUrl)}`,
	);
	await expect(arrived.getByRole("listitem").filter({ hasText: "LinkedIn still has version 1" })).toBeVisible();
});

test("a link is tested on request, and not by itself (P202, P152)", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.goto("/admin/link/new");
	await fill(page);
	await submit(page);
	await expect(madeRow(page)).toBeVisible();
	await page.getByRole("link", { name: /^Edit/ }).click();
	await expect(page.getByText("0 views so far: 0 human, 0 bot")).toBeVisible();
	await page.getByRole("link", { name: "Previews", exact: true }).click();
	await expect(page.getByText(TESTED)).toHaveCount(0);
	await page.getByRole("button", { name: "Test this link" }).click();
	await expect(page.getByText(TESTED)).toBeVisible();
	await page.getByRole("link", { name: "Edit", exact: true }).click();
	await expect(page.getByText("0 views so far: 0 human, 0 bot")).toBeVisible();
	await expectAccessible(page);
});
