import { answerWith, closeByEscape, expect, expectAccessible, holdCalls, openReady, test } from "./fixtures.ts";
import { becomePerson } from "./person.ts";

test("a visitor's header: brand, pricing, contact in a new tab, access", async ({ page }) => {
	await page.goto("/privacy");
	const header = page.getByRole("banner");
	await expect(header.getByRole("link", { name: "Contact" })).toHaveAttribute("target", "_blank");
	await expect(header.getByRole("link", { name: "Access with Google" })).toHaveAttribute("href", "/api/auth/google");
	await header.getByRole("link", { name: "Pricing" }).click();
	await expect(page).toHaveURL("/pricing");
	await expect(page).toHaveTitle("Subscription Plans · Visualink");
	await header.getByRole("link", { name: "Visualink" }).click();
	await expect(page).toHaveURL("/");
	await expect(page).toHaveTitle("Visualink: custom link previews for social media");
});

test("on a phone the links are in a menu", async ({ page }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await openReady(page, "/terms");
	const header = page.getByRole("banner");
	await expect(header.getByRole("link", { name: "Access", exact: true })).toBeVisible();
	await expect(header.getByRole("link", { name: "Pricing" })).toBeHidden();
	await header.getByRole("button", { name: "Open menu" }).click();
	await expectAccessible(page);
	await header.getByRole("link", { name: "Pricing" }).click();
	await expect(page).toHaveURL("/pricing");
	await expect(header.getByRole("button", { name: "Open menu" })).toBeVisible();
});

test("the placeholder pulses while it is not known who is here", async ({ page }) => {
	await becomePerson(page.request);
	const answer = await holdCalls(page, "/api/auth/user");
	await page.goto("/privacy");
	await expect(page.getByRole("banner").locator(".animate-pulse")).toBeVisible();
	answer();
	await expect(page.getByRole("button", { name: /Account menu/ })).toBeVisible();
	await expect(page.getByRole("banner").locator(".animate-pulse")).toBeHidden();
});

test.describe("the avatar menu", () => {
	test("of a person without a plan", async ({ page }) => {
		await becomePerson(page.request, { hasConsent: true });
		await page.goto("/");
		await page.getByRole("button", { name: "Account menu of Ada Lovelace" }).click();
		const menu = page.getByRole("menu");
		await expect(menu.getByText("Ada Lovelace")).toBeVisible();
		await expect(menu.getByText("No active subscription")).toBeVisible();
		await expect(menu.getByRole("menuitem", { name: "Dashboard" })).toHaveAttribute("href", "/admin");
		await expect(menu.getByRole("menuitem", { name: "Get subscription" })).toHaveAttribute("href", "/pricing");
		await expect(menu.getByRole("menuitem", { name: "Sign out" })).toHaveAttribute("href", "/api/auth/logout");
		await expectAccessible(page);
	});

	test("of a subscriber, by keyboard, to signing out", async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		await page.goto("/");
		const avatar = page.getByRole("button", { name: "Account menu of Ada Lovelace" });
		await avatar.focus();
		await page.keyboard.press("Enter");
		const menu = page.getByRole("menu");
		await expect(menu.getByText("Pro", { exact: true })).toBeVisible();
		await expect(menu.getByText("Active", { exact: true })).toBeVisible();
		await expect(menu.getByRole("menuitem", { name: "Manage subscription" })).toHaveAttribute("href", "/pricing");
		await closeByEscape(page, menu);
		await expect(avatar).toBeFocused();
		await page.keyboard.press("Enter");
		await menu.getByRole("menuitem", { name: "Sign out" }).click();
		await expect(page.getByRole("link", { name: "Access with Google" })).toBeVisible();
	});

	test("of a person whose subscription was canceled", async ({ page }) => {
		await becomePerson(page.request, { plan: "basic" });
		await page.request.post("/api/subscriptions/cancel");
		await page.goto("/");
		await page.getByRole("button", { name: /Account menu/ }).click();
		await expect(page.getByRole("menu").getByText(/^Canceled \(ends on [A-Z][a-z]+ \d{1,2}, \d{4}\)$/)).toBeVisible();
	});

	test("shows initials or a picture, the e-mail for want of a name, and ? for want of initials", async ({ page }) => {
		await becomePerson(page.request, { hasConsent: true });
		const user = { email: "who@example.com", firstName: null, lastName: null, profileImageUrl: null, userSlug: "who" };
		await answerWith(page, "/api/auth/user", 200, { ...user, needsConsent: false, hasConsent: true });
		await page.goto("/privacy");
		const avatar = page.getByRole("button", { name: "Account menu of who@example.com" });
		await expect(avatar).toHaveText("?");
		await page.unroute("**/api/auth/user");
		await answerWith(page, "/api/auth/user", 200, { ...user, needsConsent: false, profileImageUrl: "/icon-192.png" });
		await page.reload();
		await expect(avatar.locator("img")).toHaveAttribute("src", "/icon-192.png");
		await page.unroute("**/api/auth/user");
		await answerWith(page, "/api/auth/user", 200, {
			...user,
			needsConsent: false,
			firstName: "Ada",
			lastName: "Lovelace",
		});
		await page.reload();
		await expect(page.getByRole("button", { name: "Account menu of Ada Lovelace" })).toHaveText("AL");
	});
});

test("the footer leads everywhere and names the year and the version", async ({ page }) => {
	await page.goto("/terms");
	const footer = page.getByRole("contentinfo");
	const version = (await (await page.request.get("/api/version")).json()) as Record<string, unknown>;
	await expect(
		footer.getByText(`v${version.major}.${version.minor}.${version.patch}-${version.release}`, { exact: true }),
	).toBeVisible();
	await expect(footer.getByText(`© ${new Date().getFullYear()}`, { exact: false })).toBeVisible();
	await expect(footer.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute("href", "/privacy");
	await expect(footer.getByRole("link", { name: "Terms and Conditions" })).toHaveAttribute("href", "/terms");
	await expect(footer.getByRole("link", { name: "Contact" })).toHaveAttribute("target", "_blank");
	for (const [name, id, heading] of [
		["Features", "features", "Everything a link needs to be opened"],
		["Pricing", "pricing", "Pricing"],
		["FAQs", "faqs", "Frequently asked questions"],
	] as const) {
		await footer.getByRole("link", { name, exact: true }).click();
		await expect(page).toHaveURL(`/#${id}`);
		await expect(page.getByRole("heading", { level: 2, name: heading })).toBeInViewport();
	}
});

test.describe("when the version can't be had", () => {
	test.use({ expectedNoise: /Failed to load resource|The version could not be read/ });

	test("nothing is shown", async ({ page }) => {
		await answerWith(page, "/api/version", 500);
		const failed = page.waitForResponse("**/api/version");
		await page.goto("/terms");
		await failed;
		await expect(page.getByRole("link", { name: "Access with Google" })).toBeVisible();
		await expect(page.getByRole("contentinfo").getByText(/^v/)).toHaveCount(0);
		await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("listitem")).toHaveCount(0);
	});
});

test("the page can be reached past the header by keyboard", async ({ page }) => {
	await page.goto("/privacy");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/privacy#main");
});

test("with reduced motion a change of color reaches the innermost element at once", async ({ page }) => {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.goto("/privacy");
	const colors = await page.evaluate(() => {
		const outer = document.body.appendChild(document.createElement("div"));
		let inner: Element = outer;
		for (let depth = 0; depth < 20; depth++) inner = inner.appendChild(document.createElement("div"));
		outer.style.color = "rgb(1, 2, 3)";
		const before = getComputedStyle(inner).color;
		outer.style.color = "rgb(4, 5, 6)";
		return [before, getComputedStyle(inner).color];
	});
	expect(colors).toEqual(["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
});
