import { expect, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

/** Simulates the oldest browsers: each lacks one of these, or did when this was written. */
const MISSING: Record<string, () => void> = {
	"URL.canParse": () => Reflect.deleteProperty(URL, "canParse"),
	"Intl.Segmenter": () => Reflect.deleteProperty(Intl, "Segmenter"),
	"Intl.supportedValuesOf": () => Reflect.deleteProperty(Intl, "supportedValuesOf"),
};

for (const [api, forget] of Object.entries(MISSING)) {
	test(`every screen works without ${api}`, async ({ page }) => {
		await becomePerson(page.request, { plan: "enterprise" });
		const { linkSlug } = await createLink(page.request);
		await page.addInitScript(forget);
		for (const path of ["/", "/pricing", "/privacy", "/terms", "/admin/import", "/onboarding"]) {
			await page.goto(path);
			await expect(page.locator("main h1")).toBeVisible();
			await expect(page.getByText("could not be")).toHaveCount(0);
		}
		for (const path of ["/admin/analytics", `/admin/link/stats/${linkSlug}`]) {
			await page.goto(path);
			await page.getByRole("button", { name: "Chart settings" }).click();
			await expect(page.getByLabel("Time zone")).toHaveValue(/./);
		}
		await page.goto("/admin");
		await expect(page.getByRole("listitem").filter({ hasText: "Summer in the Algarve" })).toBeVisible();

		await page.goto(`/admin/link/edit/${linkSlug}`);
		await expect(page.getByLabel("Target URL")).toHaveValue("https://example.com/algarve");
		await page.getByLabel("Title", { exact: true }).fill("Winter in the Algarve");
		await page.getByRole("navigation", { name: "This link" }).getByRole("link", { name: "Previews" }).click();
		await expect(page.locator("[data-drawn]")).toContainText("Winter in the Algarve");
		await page.getByRole("button", { name: "Update Link" }).click();
		await expect(page).toHaveURL("/admin");
	});
}

test("an image of only the title is made without Intl.Segmenter", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.addInitScript(() => Reflect.deleteProperty(Intl, "Segmenter"));
	await page.goto("/admin/link/new");
	await page.getByLabel("Title", { exact: true }).fill("Eleven quiet beaches");
	await page.getByRole("button", { name: "Put the title on an image" }).click();
	await page.getByRole("button", { name: "Use this image" }).click();
	await expect(page.getByText("Title on paper.jpg", { exact: true })).toBeVisible();
});

const SENTENCE = /^Visualink needs a newer browser: Chrome \d+, .*Firefox \d+.* iOS [\d.]+, or later\.$/;
const OLD: Record<string, () => void> = {
	"Firefox below 115": () => Reflect.deleteProperty(Array.prototype, "toSorted"),
	"Safari and iOS below 16.4": () => Object.assign(HTMLScriptElement, { supports: () => false }),
	"Chrome below 111": () => Object.assign(CSS, { supports: (_: string, value = "") => !value.includes("color-mix") }),
};

for (const [browser, become] of Object.entries(OLD)) {
	test(`${browser} shows before sign-in and before payment which browsers work`, async ({ page }) => {
		await page.addInitScript(become);
		for (const path of ["/", "/pricing", "/admin"]) {
			await page.goto(path);
			await expect(page.getByText(SENTENCE)).toBeVisible();
		}
	});
}

test("a current browser shows no notice", async ({ page }) => {
	await page.goto("/pricing");
	await expect(page.locator("main h1")).toBeVisible();
	await expect(page.getByText(SENTENCE)).toBeHidden();
});

test("nothing tries to compile code from text, which the security policy forbids", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	await page.addInitScript(() => {
		const seen: string[] = [];
		Object.assign(window, { seen });
		document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => seen.push(violatedDirective));
	});
	await page.goto("/admin/link/new");
	await page.getByRole("button", { name: "Create Link" }).click();
	await expect(page.getByLabel("Title", { exact: true })).toHaveAttribute("aria-invalid", "true");
	expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});
