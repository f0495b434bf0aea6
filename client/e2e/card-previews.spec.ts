import type { Locator, Page } from "@playwright/test";
import { DRAWN_APPS } from "#shared/public/platforms/drawn-apps.ts";
import { expect, test } from "./fixtures.ts";
import { fill } from "./link-form.ts";
import { becomePerson } from "./person.ts";

const LONG = `Summer sale ${"ж".repeat(40)}`;

async function openApps(page: Page): Promise<Locator> {
	const apps = page.getByRole("region", { name: "App previews" });
	await apps.getByRole("button", { name: "App previews" }).click();
	return apps;
}

test.describe("the card as apps show it (P200)", () => {
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request, { plan: "starter" });
	});

	test("is drawn for each app as one types, with what is cut and where that is known from", async ({ page }) => {
		await page.goto("/admin/link/new");
		await fill(page);
		const apps = await openApps(page);
		await expect(apps.getByRole("tab")).toHaveCount(DRAWN_APPS);
		// One at a time: no wall of cards in a scroller.
		await expect(apps.locator("[data-drawn]")).toHaveCount(1);
		await apps.getByRole("tab", { name: "Discord" }).click();
		const card = apps.locator("[data-drawn=discord]");
		await expect(card).toContainText("Summer in the Algarve");
		await apps.getByText("Why?").click();
		await expect(apps).toContainText("Based on Discord's docs, checked Nov 21, 2026.");
		await page.getByLabel("Title").fill(LONG);
		await expect(card).toContainText(`Summer sale ${"ж".repeat(29)}…`);
		await expect(apps).toContainText(`Discord will cut this to "Summer sale ${"ж".repeat(29)}…"`);
		// Next to its name, in a word.
		await expect(apps.getByRole("tab", { name: /^Discord.*cuts the title$/ })).toBeVisible();
		await apps.getByRole("tab", { name: /^iMessage/ }).click();
		await expect(apps.locator("[data-drawn=imessage]")).not.toContainText("Eleven quiet beaches");

		// Measured for each: the same text may fit into one and not into the next.
		await fill(page);
		await page.getByLabel("Description").fill("Eleven quiet beaches in the sun. ".repeat(4).trim());
		for (const cut of ["WhatsApp", "WhatsApp again"]) {
			await apps.getByRole("tab", { name: /^WhatsApp/ }).click();
			await expect(apps.getByRole("tabpanel"), cut).toContainText("WhatsApp will cut this to");
			await apps.getByRole("tab", { name: /^Slack/ }).click();
			await expect(apps.locator("[data-drawn=slack]")).toContainText("quiet beaches");
			await expect(apps.getByRole("tabpanel")).not.toContainText("will cut this to");
		}
	});

	test("what is pinned comes first, also the next time; on phones one app at a time", async ({ page }) => {
		await page.goto("/admin/link/new");
		const apps = await openApps(page);
		await apps.getByRole("tab", { name: /^Reddit/ }).click();
		await apps.getByRole("button", { name: "Display options for Reddit" }).click();
		await page.getByRole("menuitem", { name: "Pin Reddit" }).click();
		await expect(apps.getByRole("tab").first()).toContainText("Reddit");
		await page.setViewportSize({ width: 360, height: 740 });
		await page.reload();
		await expect(apps.getByRole("button", { name: "App previews" })).toHaveAttribute("aria-expanded", "false");
		await apps.getByRole("button", { name: "App previews" }).click();
		await expect(apps.getByRole("tab", { selected: true })).toContainText("Reddit");
		await apps.getByRole("tab", { selected: true }).press("ArrowRight");
		await expect(apps.getByRole("tabpanel")).toContainText("WhatsApp");
	});
});
