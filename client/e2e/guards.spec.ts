import {
	answerWith,
	closeByEscape,
	expect,
	expectAccessible,
	expectSentToPlans,
	expectToast,
	test,
} from "./fixtures.ts";
import { becomePerson } from "./person.ts";

const PROTECTED = [
	"/onboarding",
	"/payment-success",
	"/account",
	"/admin",
	"/admin/link/new",
	"/admin/link/edit/some-link",
	"/admin/import",
];
const SUBSCRIBED = ["/admin", "/admin/link/new", "/admin/link/edit/some-link", "/admin/import"];

for (const path of PROTECTED) {
	test(`a visitor of ${path} is told to sign in and sent home`, async ({ page }) => {
		await page.goto(path);
		await expectToast(page, { title: "Authentication required", description: "Please sign in to access this page" });
		await expect(page).toHaveURL("/");
	});
}

for (const path of SUBSCRIBED) {
	test(`a person without a plan who opens ${path} is sent to the plans`, async ({ page }) => {
		await becomePerson(page.request, { hasConsent: true });
		await page.goto(path);
		await expectSentToPlans(page);
	});
}

test("a guard's toast is there before the redirect, however late its code comes (P406)", async ({ page }) => {
	await becomePerson(page.request, { hasConsent: true });
	await page.clock.install();
	await page.addInitScript(noteToastAtRedirect);
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(/\/assets\/toaster-/, async (route) => {
		await held;
		await route.continue();
	});
	const answered = page.waitForResponse("**/api/subscriptions/active");
	await page.goto("/admin", { waitUntil: "commit" });
	await (await answered).finished();
	await page.clock.runFor(1_000);
	release();
	await expect(page).toHaveURL("/pricing");
	expect(await page.evaluate(() => sessionStorage.getItem("toast"))).toContain("Subscription required");
});

for (const path of ["/admin", "/admin/link/new", "/payment-success", "/account", "/pricing"]) {
	test(`a person who has not agreed yet and opens ${path} is sent to onboarding`, async ({ page }) => {
		await becomePerson(page.request);
		await page.goto(path);
		await expect(page).toHaveURL("/onboarding");
	});
}

for (const path of ["/", "/privacy", "/terms"]) {
	test(`a person who has not agreed yet may read ${path}`, async ({ page }) => {
		await becomePerson(page.request);
		await page.goto(path);
		await expect(page.getByRole("button", { name: /Account menu/ })).toBeVisible();
		await expect(page).toHaveURL(path);
	});
}

test("a spinner shows while it is not known who is here", async ({ page }) => {
	await becomePerson(page.request, { plan: "starter" });
	for (const call of ["**/api/auth/user", "**/api/subscriptions/active"]) {
		let answer = () => {};
		const asked = new Promise<void>((resolve) => {
			answer = resolve;
		});
		await page.route(call, async (route) => {
			await asked;
			await route.continue();
		});
		await page.goto("/admin/link/new");
		await expect(page.getByRole("main").getByRole("status")).toBeVisible();
		answer();
		await expect(page.getByRole("heading", { level: 1, name: "Create New Link" })).toBeVisible();
		await page.unroute(call);
	}
});

test.describe("a look-up that failed is no dead end", () => {
	test.use({ expectedNoise: /Failed to load resource|The subscription could not be looked up/ });

	test("of the subscription: counts as none, is asked once, and leads back to where one was heading", async ({
		page,
	}) => {
		await becomePerson(page.request, { plan: "starter" });
		let asked = 0;
		page.on("request", (request) => {
			if (request.url().endsWith("/api/subscriptions/active")) asked += 1;
		});
		await answerWith(page, "/api/subscriptions/active", 500);
		await page.goto("/admin/link/new?from=mail");
		await expectSentToPlans(page);
		await expect(page.getByRole("button", { name: "Subscribe" }).first()).toBeVisible();
		await page.getByRole("button", { name: /Account menu/ }).click();
		await expect(page.getByRole("menu").getByText("No active subscription")).toBeVisible();
		await closeByEscape(page, page.getByRole("menu"));
		expect(asked).toBe(1);
		await expectAccessible(page);

		const line = page.getByText("We could not read your subscription just now.", { exact: true });
		await page.getByRole("button", { name: "Try again" }).click();
		await expect.poll(() => asked).toBe(2);
		await expect(page.getByRole("button", { name: "Try again" })).toBeEnabled();
		await expect(line).toBeVisible();
		await page.unroute("**/api/subscriptions/active");
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page).toHaveURL("/admin/link/new?from=mail");
		await expect(page.getByRole("heading", { name: "Create New Link" })).toBeVisible();
		await expect(line).toHaveCount(0);
	});

	test("of the person: the way back is open once we can be reached", async ({ page }) => {
		await becomePerson(page.request, { plan: "starter" });
		await page.route("**/api/auth/user", (route) => route.abort("connectionfailed"));
		await page.goto("/admin");
		await expectToast(page, { title: "Authentication required" });
		await expect(page).toHaveURL("/");
		await expect(page.getByText("We could not reach Visualink just now.", { exact: true })).toBeVisible();
		await page.unroute("**/api/auth/user");
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page).toHaveURL("/admin");
		await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
	});
});

/** Runs in the page. */
function noteToastAtRedirect(): void {
	const replaceState = history.replaceState;
	history.replaceState = function (...change) {
		const toast = document.querySelector('[role="region"] li')?.textContent ?? "none";
		if (String(change[2]).includes("/pricing")) sessionStorage.setItem("toast", toast);
		replaceState.apply(this, change);
	};
}
