import { BILLING_STATES } from "./billing-states.ts";
import { answerWith, expect, expectAccessible, expectToast, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test("waits 1.5 s, verifies with the session's id, then names the plan", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	const asked = page.waitForRequest("**/api/subscriptions/active?session_id=cs_test_1").then(() => Date.now());
	await page.goto("/payment-success?session_id=cs_test_1", { waitUntil: "commit" });
	await expect(page.getByText("Verifying your subscription...", { exact: true })).toBeVisible();
	const shownAt = await page.evaluate(() => performance.timeOrigin);
	await expectAccessible(page);
	await expect(page.getByRole("heading", { level: 1, name: "Payment Successful!", exact: true })).toBeVisible();
	expect((await asked) - shownAt).toBeGreaterThanOrEqual(1500);
	await expect(page.getByText("Your subscription has been activated successfully.", { exact: true })).toBeVisible();
	await expect(page.getByText("Plan:", { exact: true }).locator("..")).toHaveText("Plan:Pro");
	await expectAccessible(page);
	await page.getByRole("link", { name: "Create link now", exact: true }).click();
	await expect(page).toHaveURL("/admin/link/new");
	await expect(page.getByRole("heading", { name: "Create New Link" })).toBeVisible();
});

test("asks once, and shows a dash where Stripe didn't say", async ({ page }) => {
	await becomePerson(page.request, { hasConsent: true });
	await page.clock.install();
	let asked = 0;
	await page.route("**/api/subscriptions/active?*", (route) => {
		asked += 1;
		return route.fulfill({ json: { active: false, subscription: null, alsoPaying: [], paymentFailed: false } });
	});
	await page.goto("/payment-success?session_id=cs_test_1");
	await expect(page.getByText("Verifying your subscription...", { exact: true })).toBeVisible();
	await page.clock.runFor(1_500);
	await expect(page.getByText("Plan:", { exact: true }).locator("..")).toHaveText("Plan:–");
	await page.clock.runFor(60_000);
	expect(asked).toBe(1);
});

test.describe("when verification fails", () => {
	test.use({ expectedNoise: /Failed to load resource|could not be (verified|looked up)/ });

	test("the plan is a dash, and no toast is shown", async ({ page }) => {
		await becomePerson(page.request, { plan: "basic" });
		await page.clock.install();
		let asked = 0;
		page.on("request", (request) => {
			if (request.url().includes("/api/subscriptions/active?")) asked += 1;
		});
		await answerWith(page, "/api/subscriptions/active*", 500);
		await page.goto("/payment-success");
		await expect(page.getByText("Verifying your subscription...", { exact: true })).toBeVisible();
		await page.clock.runFor(1_500);
		await expect(page.getByText("Plan:", { exact: true }).locator("..")).toHaveText("Plan:–");
		expect(asked).toBe(1);
		await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
		await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("listitem")).toHaveCount(0);
	});
});

test.describe("a user who paid nothing is redirected", () => {
	for (const search of ["", "?session_id=cs_test_somebody_elses"]) {
		test(`without a plan, to the plans ("${search}")`, async ({ page }) => {
			await becomePerson(page.request, { hasConsent: true });
			await page.goto(`/payment-success${search}`);
			await expectToast(page, { title: "No payment found", description: "Choose a plan to subscribe." });
			await expect(page).toHaveURL("/pricing");
		});
	}

	test("after a failed payment, to the amount owed", async ({ page }) => {
		await BILLING_STATES["past-due"](page.request);
		await page.goto("/payment-success");
		await expect(page).toHaveURL("/pricing", { timeout: 20_000 });
		await expect(page.getByRole("main").getByRole("button", { name: "Pay €19.99" })).toBeVisible();
	});

	test("with a plan that was paid long ago, to the subscription", async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		await page.route("**/api/subscriptions/active?*", async (route) => {
			const answer = (await (await route.fetch()).json()) as object;
			await route.fulfill({ json: { ...answer, justPaid: false } });
		});
		await page.goto("/payment-success");
		await expectToast(page, { title: "No payment found", description: "Your subscription is as it was." });
		await expect(page).toHaveURL("/admin?tab=subscription");
	});
});
