import type { Page } from "@playwright/test";
import { answerWith, expect, expectAccessible, expectToast, FAILED_CALL, openReady, test } from "./fixtures.ts";
import { consent, pickCountry, save } from "./onboarding-form.ts";
import { becomePerson, newEmail } from "./person.ts";

test("shows four plans, yearly unless asked, without VAT", async ({ page }) => {
	await openReady(page, "/pricing");
	await expect(page.getByRole("heading", { level: 1, name: "Subscription Plans" })).toBeVisible();
	await expect(page.getByText("Choose the plan that best fits your needs")).toBeVisible();
	await expect(page.getByRole("radio", { name: "Yearly" })).toBeChecked();
	await expect(page.getByText("2 months free per year", { exact: true })).toBeVisible();
	await expectPrices(page, ["€49.90", "€99.90", "€199.90", "€499.90"]);
	await expect(page.getByText("VAT not included", { exact: true })).toHaveCount(4);

	await page.getByRole("radio", { name: "Monthly" }).check();
	await expectPrices(page, ["€4.99", "€9.99", "€19.99", "€49.99"]);
	const box = await page.getByRole("article").first().boundingBox();
	expect(Math.abs((box?.width ?? 0) - 300)).toBeLessThan(30);
	await expectAccessible(page);
});

test("says that a lapsed subscription never breaks shared links", async ({ page }) => {
	await page.goto("/pricing");
	await expect(
		page.getByText(/A lapsed subscription never breaks links you have shared: they still show their preview/),
	).toBeVisible();
});

test("the buttons of a visitor and of people without and with a plan", async ({ page }) => {
	await page.goto("/pricing");
	await expectButtons(page, ["Start now", "Start now", "Choose Plan", "Start now"]);
	await becomePerson(page.request, { hasConsent: true });
	await page.goto("/pricing");
	await expectButtons(page, ["Subscribe", "Subscribe", "Choose Plan", "Subscribe"]);
	await becomePerson(page.request, { plan: "basic" });
	await page.goto("/pricing");
	await expectButtons(page, ["Downgrade", "Current Plan", "Switch to yearly", "Upgrade", "Upgrade"]);
	await expect(page.getByRole("button", { name: "Current Plan" })).toBeDisabled();
	await expectAccessible(page);
});

test("one's own plan says which interval one pays, and leads to the other", async ({ page }) => {
	await becomePerson(page.request, { plan: "basic" });
	await page.goto("/pricing");
	const own = page.getByRole("article", { name: "Basic" });
	await expect(own.getByRole("button", { name: "Current Plan" })).toBeDisabled();
	await expect(own.getByText("You pay monthly", { exact: true })).toBeVisible();
	await expect(own.getByRole("button", { name: "Switch to yearly" })).toBeVisible();
	await expect(page.getByText(/^You pay/)).toHaveCount(1);
	await expectAccessible(page);
	await page.getByRole("radio", { name: "Monthly" }).check();
	await expect(own.getByRole("button", { name: "Current Plan" })).toBeDisabled();
	await expect(own.getByText("You pay monthly", { exact: true })).toBeVisible();
	await expect(own.getByRole("button", { name: /^Switch/ })).toHaveCount(0);

	await page.getByRole("radio", { name: "Yearly" }).check();
	const asked = page.waitForRequest((request) => request.method() === "POST" && /subscriptions$/.test(request.url()));
	await own.getByRole("button", { name: "Switch to yearly" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Continue to payment" }).click();
	expect((await asked).postDataJSON()).toMatchObject({ planId: "basic", isAnnual: true, takeBack: false });
	await expect(page).toHaveURL(/\/sandbox\/stripe\//);
});

for (const [plan, loud] of [
	["starter", ["Pro"]],
	["pro", ["Enterprise"]],
	["enterprise", []],
] as const) {
	test(`the loudest button on ${plan} is that of ${loud.join() || "no plan"}`, async ({ page }) => {
		await becomePerson(page.request, { plan });
		await page.goto("/pricing");
		await expect(page.getByRole("button", { name: "Current Plan" })).toBeVisible();
		const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
		const loudOnes = await page.getByRole("article").evaluateAll((cards, colour) => {
			const probe = document.body.appendChild(document.createElement("i"));
			probe.style.color = colour;
			const { color } = getComputedStyle(probe);
			const isLoud = (button: Element) => getComputedStyle(button).backgroundColor === color;
			return cards.filter((card) => [...card.querySelectorAll("button")].some(isLoud)).map((card) => card.ariaLabel);
		}, accent);
		expect(loudOnes).toEqual(loud);
	});
}

test("a plan chosen by a visitor survives sign-in and onboarding, and the checkout goes on by itself", async ({
	page,
}) => {
	await openReady(page, "/pricing");
	await page.getByRole("radio", { name: "Monthly" }).check();
	await page.getByRole("article", { name: "Basic" }).getByRole("button").click();

	await page.getByLabel("Another address").fill(newEmail());
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	await expect(page).toHaveURL("/onboarding");
	await pickCountry(page, "Portugal");
	await consent(page);
	const checkout = page.waitForRequest(
		(request) => request.method() === "POST" && /\/api\/subscriptions$/.test(request.url()),
	);
	await save(page);

	expect((await checkout).postDataJSON()).toEqual({ planId: "basic", isAnnual: false });
	await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
});

test("a person who has not agreed yet is sent to onboarding with their choice", async ({ page }) => {
	await becomePerson(page.request);
	await page.goto("/");
	await page.getByRole("article", { name: "Starter" }).getByRole("button", { name: "Subscribe" }).click();
	await expectToast(page, { title: "Onboarding required" });
	await expect(page).toHaveURL("/onboarding");
	const kept = await page.evaluate(() => Object.values(sessionStorage).join());
	expect(kept).toContain('"planId":"starter","isAnnual":true');
});

test("while the checkout is opened the button works and can't be pressed twice", async ({ page }) => {
	await becomePerson(page.request, { hasConsent: true });
	let answer = () => {};
	const asked = new Promise<void>((resolve) => {
		answer = resolve;
	});
	let calls = 0;
	await page.route("**/api/subscriptions", async (route) => {
		calls += 1;
		await asked;
		await route.continue();
	});
	await page.goto("/pricing");
	const button = page.getByRole("article", { name: "Pro" }).getByRole("button");
	const width = (await button.boundingBox())?.width;
	await button.dblclick();
	await expect(button).toBeDisabled();
	await expect(button).toHaveAttribute("aria-busy", "true");
	expect((await button.boundingBox())?.width).toBe(width);
	answer();
	await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
	expect(calls).toBe(1);
});

test.describe("when a call fails", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("the checkout says so and the person stays", async ({ page }) => {
		await becomePerson(page.request, { hasConsent: true });
		await answerWith(page, "/api/subscriptions", 502);
		await page.goto("/pricing");
		await page.getByRole("article", { name: "Pro" }).getByRole("button").click();
		await expectToast(page, { title: "Error", description: "Could not process the subscription", isDestructive: true });
		await expect(page).toHaveURL("/pricing");
		await page.unroute("**/api/subscriptions");
		await page.getByRole("article", { name: "Pro" }).getByRole("button").click();
		await expect(page).toHaveURL(/\/sandbox\/stripe\/checkout\//);
	});

	test("the plans say so and can be asked for again, and those that we know stay", async ({ page }) => {
		await answerWith(page, "/api/plans", 500);
		await page.goto("/pricing");
		await expectToast(page, { title: "Error", description: "Could not load subscription plans", isDestructive: true });
		await expect(page.getByRole("article")).toHaveCount(4);
		await page.unroute("**/api/plans");
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
		await expect(page.getByRole("article")).toHaveCount(4);
	});
});

async function expectPrices(page: Page, prices: string[]): Promise<void> {
	for (const [index, price] of prices.entries()) {
		await expect(page.getByRole("article").nth(index).getByText(price, { exact: true })).toBeVisible();
	}
}

async function expectButtons(page: Page, labels: string[]): Promise<void> {
	await expect(page.getByRole("article").getByRole("button")).toHaveText(labels);
}
