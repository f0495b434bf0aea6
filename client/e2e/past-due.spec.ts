import type { Page } from "@playwright/test";
import { BILLING_STATES } from "./billing-states.ts";
import { expect, test } from "./fixtures.ts";
import { control } from "./stripe-sandbox.ts";

const FAILED = "Your last payment of €19.99 failed. Pay it to create links again.";

/** From here on no event of Stripe's arrives before the test has seen its screens. */
async function inSilence(page: Page, look: () => Promise<void>): Promise<void> {
	await control(page.request, "webhooks/pause", {});
	try {
		await look();
	} finally {
		await control(page.request, "webhooks/resume", {});
	}
}

async function payHere(page: Page): Promise<void> {
	await expect(page.getByLabel("Card number")).toBeVisible();
	await page.getByLabel("Card number").fill("4242 4242 4242 4242");
	await page.getByRole("button", { name: /^(Pay|Use this card)$/ }).click();
}

test("a subscriber who pays and goes back by the browser's own button sees it, though no event has arrived", async ({
	page,
}) => {
	await BILLING_STATES["past-due"](page.request);
	await page.goto("/pricing");
	const entries = await page.evaluate(() => history.length);
	await inSilence(page, async () => {
		await page.getByRole("button", { name: "Pay €19.99" }).click();
		await payHere(page);
		await expect(page.getByText("Total (paid)")).toBeVisible();
		// In one move: a page that is being brought back has no history to ask for.
		await page.evaluate((first) => history.go(first - history.length), entries);
		await expect(page).toHaveURL("/pricing");
		await expect(
			page.getByRole("article", { name: "Pro" }).getByRole("button", { name: "Current Plan" }),
		).toBeVisible();
		await expect(page.getByText(FAILED)).toHaveCount(0);
	});
});

test.describe("a question that the order's refusal opens", () => {
	test.use({ expectedNoise: /409/ });

	test("has only buttons that can be pressed, however large the text and narrow the window is", async ({ page }) => {
		await BILLING_STATES["past-due"](page.request);
		await page.goto("/pricing");
		// Enlarged text alone, as browsers and phones offer it: the layout's own lengths stay.
		await page.addStyleTag({ content: "button, h2, p { font-size: 28px !important }" });
		for (const width of [360, 800]) {
			await page.setViewportSize({ width, height: 700 });
			await page.getByRole("article", { name: "Starter" }).getByRole("button").click();
			const dialog = page.getByRole("dialog", { name: "A payment is due" });
			await expect(dialog).toBeVisible();
			const cutOff = await dialog.evaluate((node) => {
				const { left, right } = node.getBoundingClientRect();
				const buttons = [...node.querySelectorAll("button")].map((button) => ({
					name: button.textContent,
					box: button.getBoundingClientRect(),
				}));
				return buttons.filter(({ box }) => box.left < left || box.right > right).map(({ name }) => name);
			});
			expect(cutOff, `${width} pixels`).toEqual([]);
			await dialog.getByRole("button", { name: "Not now" }).click();
			await expect(dialog).toBeHidden();
		}
	});
});
