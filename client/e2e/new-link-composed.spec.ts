import type { Page } from "@playwright/test";
import { type Counted, countElements } from "./counted-elements.ts";
import { expect, test } from "./fixtures.ts";
import { paste, preview, submit } from "./link-form.ts";
import { becomePerson, createLink } from "./person.ts";

const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

async function expectAtMost(page: Page, most: Omit<Counted, "primary">, primary: string[]): Promise<void> {
	const counted = await countElements(page);
	for (const kind of ["buttons", "links", "inputs", "words"] as const) {
		expect(counted[kind], kind).toBeLessThanOrEqual(most[kind]);
	}
	expect(counted.primary).toEqual(primary);
}

/** Where on the page each field and the card begin, and the page ends. */
async function places(page: Page): Promise<number[]> {
	return page.locator("main").evaluate((main) => {
		// The card next to the fields is sticky.
		window.scrollTo({ top: 0, behavior: "instant" });
		const parts = main.querySelectorAll("input, textarea, details, [aria-label='App previews']");
		const tops = [...parts]
			.filter((part) => part.matches(":not([type=file])") && part.checkVisibility())
			.map((part) => part.getBoundingClientRect().top);
		return [...tops, document.documentElement.scrollHeight - window.scrollY].map((top) =>
			Math.round(top + window.scrollY),
		);
	});
}

test("a new link's form asks little, and stays where it is when a page or a mistake fills it (P602)", async ({
	page,
}) => {
	await becomePerson(page.request, { plan: "pro" });
	const most = { buttons: 14, links: 4, inputs: 8, words: 190 };
	for (const viewport of [PHONE, WIDE]) {
		await page.setViewportSize(viewport);
		await page.goto("/admin/link/new");
		const start = page.getByRole("textbox", { name: "Start from a page" });
		await expect(start).toBeFocused();
		await page.evaluate(() => document.fonts.ready);
		await expectAtMost(page, most, ["Create Link"]);
		const before = await places(page);
		await submit(page);
		await expect(page.getByText("Description is required")).toBeVisible();
		expect(await places(page)).toEqual(before);
		// Typed within, the address keeps the caret (P600).
		await start.pressSequentially("https://example.com/c");
		await start.press("ArrowLeft");
		await start.pressSequentially("a/b");
		await expect(page.getByLabel("Target URL")).toHaveValue("https://example.com/a/bc");
		await start.press("ControlOrMeta+A");
		await paste(start, `http://rill${viewport.width}.sandbox.example/article`);
		await expect(preview(page).locator("img")).toHaveJSProperty("naturalWidth", 1200);
		await expect(page.getByRole("button", { name: "Image 1" })).toHaveAttribute("aria-pressed", "true");
		expect(await places(page)).toEqual(before);
		await expectAtMost(page, most, ["Create Link"]);
	}
});

test("Previews ask little: no red button before a change, and one after it (P601)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await createLink(page.request, {
		title: "Sixty characters of a title that goes on until it is cut off",
		customLinkSlug: "long",
	});
	const most = { buttons: 18, links: 8, inputs: 2, words: 260 };
	for (const viewport of [PHONE, WIDE]) {
		await page.setViewportSize(viewport);
		await page.goto("/admin/link/previews/long");
		await expect(page.getByText("No previews yet.")).toBeVisible();
		await expect(page.getByRole("button", { name: /^More for Sixty/ })).toBeEnabled();
		await expectAtMost(page, most, []);
	}
	await page.getByText("Customize for WhatsApp").click();
	await page.getByLabel("Title for WhatsApp").fill("Shorter");
	await expect(page.getByRole("button", { name: "Update Link" })).toBeVisible();
	expect((await countElements(page)).primary).toEqual(["Update Link"]);
});
