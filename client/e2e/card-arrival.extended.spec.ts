import { expect, expectAccessible, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

const LINKEDIN = "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)";

test("an owner sees where a card has arrived as soon as it has (P138)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const { shortUrl } = await createLink(page.request, { title: "Spring", customLinkSlug: "spring" });
	await page.goto("/admin/link/previews/spring");
	const arrived = page.getByRole("region", { name: "Where it's been previewed" });
	await expect(arrived).toContainText("No previews yet. They appear once someone shares the link.");

	await fetch(shortUrl, { headers: { "user-agent": LINKEDIN } });
	await expect(arrived.getByRole("listitem").filter({ hasText: "LinkedIn: has this card" })).toBeVisible({
		timeout: 25_000,
	});
	await page.getByText("Details", { exact: true }).click();
	await expect(page.getByText("Previewed on LinkedIn just now", { exact: true })).toBeVisible();
	await expect(page.getByText(/^Not yet: WhatsApp, Facebook, X/)).toBeVisible();
	await expectAccessible(page);
});
