import { answerWith, expect, expectAccessible, expectSentToPlans, expectToast, FAILED_CALL, test } from "./fixtures.ts";
import { chooseInMenu } from "./link-menu.ts";
import { becomePerson, createLink } from "./person.ts";

const nextMonth = () => {
	const now = new Date();
	const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
	return first.toLocaleDateString("en-US", { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });
};

test("without links: headings, usage, empty state and four zeros", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	await page.goto("/admin");
	await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard", exact: true })).toBeVisible();
	await expect(page.getByText("Manage your links and subscription", { exact: true })).toBeVisible();
	await expect(page.getByText(`Total: 0, Monthly: 0/∞ (Renews on ${nextMonth()})`, { exact: true })).toBeVisible();
	await expect(page.getByRole("link", { name: "New Link", exact: true })).toHaveAttribute("href", "/admin/link/new");
	await expect(page.getByRole("tab")).toHaveText(["Links", "Subscription"]);
	for (const label of ["Total Links", "Total Views", "Human Views", "Bot Views"]) {
		await expect(page.getByText(label, { exact: true }).locator("..")).toHaveText(`${label}0`);
	}
	await expect(page.getByRole("heading", { name: "Your Links" })).toBeVisible();
	await expect(page.getByText("No links yet", { exact: true })).toBeVisible();
	await expect(page.getByText("Create your first custom link preview to get started", { exact: true })).toBeVisible();
	await expect(page.getByText("Deleted links")).toHaveCount(0);
	await expectAccessible(page);
});

test.describe("a usage that can't be read", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("is not claimed to be known", async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		await answerWith(page, "/api/links/monthly-usage", 500);
		await page.goto("/admin");
		await expect(page.getByText(`Total: 0, Monthly: –/– (Renews on ${nextMonth()})`, { exact: true })).toBeVisible();
	});
});

test("before the usage is known it shows 0 of 10", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	await page.route("**/api/links/monthly-usage", () => undefined);
	await page.goto("/admin");
	await expect(page.getByText(/Monthly: 0\/10 \(Renews/)).toBeVisible();
});

test.describe("with links", () => {
	test.beforeEach(async ({ page, context }) => {
		await context.grantPermissions(["clipboard-read", "clipboard-write"]);
		await becomePerson(page.request, { plan: "basic" });
		await createLink(page.request, { title: "Spring" });
		await createLink(page.request, { title: "Summer" });
		await page.goto("/admin");
	});

	test("reads the specified calls, and asks for a search only once one is made (P405)", async ({ page }) => {
		const asked: string[] = [];
		page.on("request", (request) => {
			const { pathname, search } = new URL(request.url());
			if (/^\/api\/(?:links|stats)/.test(pathname)) asked.push(pathname + search);
		});
		await page.reload();
		const rows = page.getByRole("list", { name: "Your Links" }).getByRole("listitem");
		await expect(rows).toHaveCount(2);
		await expect(page.getByText("Total Views", { exact: true }).locator("..")).toHaveText("Total Views0");
		expect(asked.sort()).toEqual([
			...["/api/links/deleted", "/api/links/index", "/api/links/monthly-usage", "/api/links?limit=50&archived=false"],
			"/api/stats/views",
		]);
		await page.getByRole("searchbox", { name: "Search your links" }).fill("spring");
		await expect(rows).toHaveCount(1);
		expect(asked.slice(5)).toContain("/api/links/search?q=spring&sort=newest");
	});

	test("shows each link as a card, and the usage of the month", async ({ page }) => {
		await expect(page.getByText(`Total: 2, Monthly: 2/20 (Renews on ${nextMonth()})`, { exact: true })).toBeVisible();
		const rows = page.getByRole("list", { name: "Your Links" }).getByRole("listitem");
		await expect(rows).toHaveCount(2);
		await expect(rows.first()).toContainText("Summer");
		await expect(rows.first()).toContainText(/\/go\/[a-z0-9-]+\/[a-z0-9]+/);
		await expectAccessible(page);
	});

	test("copies the short link", async ({ page }) => {
		const links = (await (await page.request.get("/api/links")).json()) as { title: string; shortUrl: string }[];
		await page.getByRole("button", { name: "Copy Spring" }).click();
		await expectToast(page, { title: "Copied!", description: "Link copied to clipboard" });
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toBe(links.find((link) => link.title === "Spring")?.shortUrl);
	});

	test("says so when the browser refuses to copy", async ({ page, context }) => {
		await context.clearPermissions();
		// The browser's own refusal, as in a frame or by a person's setting.
		await page.evaluate(() =>
			Object.defineProperty(navigator.clipboard, "writeText", {
				value: () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError")),
			}),
		);
		await page.getByRole("button", { name: "Copy Spring" }).click();
		await expectToast(page, { title: "Error", description: "Failed to copy link", isDestructive: true });
	});

	test("edits at the link's own address", async ({ page }) => {
		const links = (await (await page.request.get("/api/links")).json()) as { title: string; linkSlug: string }[];
		const spring = links.find((link) => link.title === "Spring");
		await page.getByRole("link", { name: "Edit Spring" }).click();
		await expect(page).toHaveURL(`/admin/link/edit/${spring?.linkSlug}`);
	});

	test("deletes only after a yes, and the link moves to the deleted ones", async ({ page }) => {
		const rows = page.getByRole("list", { name: "Your Links" }).getByRole("listitem");
		const trigger = page.getByRole("button", { name: "More for Spring" });
		await trigger.click();
		await expect(page.getByRole("menu")).toBeVisible();
		await expectAccessible(page);
		await page.getByRole("menuitem", { name: "Delete" }).click();
		const dialog = page.getByRole("dialog", { name: "Delete this link?" });
		await expectAccessible(page);
		await dialog.getByRole("button", { name: "Keep link" }).click();
		await expect(dialog).toBeHidden();
		await expect(trigger).toBeFocused();
		await expect(rows).toHaveCount(2);

		await chooseInMenu(page, "Spring", "Delete");
		await dialog.getByRole("button", { name: "Delete link" }).click();
		await expectToast(page, { title: "Success!", description: "Link deleted successfully" });
		await expect(dialog).toBeHidden();
		await expect(rows).toHaveCount(1);
		await expect(page.getByRole("link", { name: "Edit Summer" })).toBeFocused();
		await expect(page.getByRole("heading", { name: "Deleted links" })).toBeVisible();
		const deleted = page.getByRole("list", { name: "Deleted links" }).getByRole("listitem");
		await expect(deleted).toHaveCount(1);
		await expect(deleted).toContainText("Spring");
		await expect(deleted.getByRole("button").or(deleted.getByRole("link"))).toHaveCount(0);
		await expect(page.getByText(/^Total: 1, Monthly: 2\/20/)).toBeVisible();
		await expectAccessible(page);
	});
});

test.describe("when a call fails", () => {
	test.use({ expectedNoise: /Failed to load resource|could not be looked up/ });
	test.beforeEach(async ({ page }) => {
		await becomePerson(page.request, { plan: "pro" });
		await createLink(page.request, { title: "Spring" });
	});

	test("a link that was not deleted stays, and it can be tried again", async ({ page }) => {
		await page.goto("/admin");
		await page.route("**/api/links/*", (route) =>
			route.request().method() === "DELETE" ? route.fulfill({ status: 500 }) : route.continue(),
		);
		await chooseInMenu(page, "Spring", "Delete");
		await page.getByRole("button", { name: "Delete link" }).click();
		await expectToast(page, {
			title: "Error",
			description: "Failed to delete link. Please try again.",
			isDestructive: true,
		});
		await page.unroute("**/api/links/*");
		await chooseInMenu(page, "Spring", "Delete");
		await page.getByRole("button", { name: "Delete link" }).click();
		await expectToast(page, { title: "Success!", description: "Link deleted successfully" });
	});

	test("links that did not load can be asked for again", async ({ page }) => {
		await answerWith(page, "/api/links?*", 500);
		await page.goto("/admin");
		await expect(page.getByText("Your links could not be loaded.")).toBeVisible();
		await expectAccessible(page);
		await page.unroute("**/api/links?*");
		await page.getByRole("button", { name: "Try again" }).click();
		await expect(page.getByRole("button", { name: "More for Spring" })).toBeVisible();
	});

	test("views that did not load are dashes next to the number of links", async ({ page }) => {
		await answerWith(page, "/api/stats/views", 500);
		await page.goto("/admin");
		for (const label of ["Total Views", "Human Views", "Bot Views"]) {
			await expect(page.getByText(label, { exact: true }).locator("..")).toHaveText(`${label}–`);
		}
		await expect(page.getByText("Total Links", { exact: true }).locator("..")).toHaveText("Total Links1");
		await page.unroute("**/api/stats/views");
		await page.getByRole("button", { name: "More for this list" }).click();
		await page.getByRole("menuitem", { name: "Refresh" }).click();
		await expect(page.getByText("Total Views", { exact: true }).locator("..")).toHaveText("Total Views0");
	});

	for (const path of [
		...["/api/links", "/api/links/index", "/api/stats/views", "/api/links/deleted"],
		"/api/links/monthly-usage",
	]) {
		test(`a 401 from ${path}: toast, and sign-in after 500 ms`, async ({ page }) => {
			await answerWith(page, path === "/api/links" ? `${path}?*` : path, 401, {
				kind: "unauthenticated",
				message: "Unauthorized",
			});
			await page.route("**/api/auth/google", (route) => route.fulfill({ body: "sign-in" }));
			await page.addInitScript(noteLeaving, path);
			await page.goto("/admin");
			await page.waitForURL("/api/auth/google");
			const left = JSON.parse((await page.evaluate(() => sessionStorage.getItem("left"))) ?? "{}") as Left;
			expect(left.toast).toContain("Unauthorized");
			expect(left.toast).toContain("You are logged out. Logging in again...");
			expect(left.toast).toContain("text-danger");
			expect(left.msAfterAnswer).toBeGreaterThanOrEqual(500);
			expect(left.msAfterAnswer).toBeLessThan(10_000);
		});
	}

	test("a failed lookup of the subscription is silent: the person counts as having none", async ({ page }) => {
		await answerWith(page, "/api/subscriptions/active", 500);
		await page.goto("/admin");
		await expectSentToPlans(page);
		await expect(page.getByText("Could not load your subscription information")).toHaveCount(0);
	});
});

/** What the page looked like when it was left, and how long after the call's answer that was. */
type Left = { toast: string; msAfterAnswer: number };

/** Runs in the page: a toast that lives for half a second is best looked at from there. */
function noteLeaving(path: string): void {
	addEventListener("beforeunload", () => {
		const call = performance.getEntriesByType("resource").find(({ name }) => new URL(name).pathname === path);
		const left = {
			toast: document.querySelector('[role="region"] li')?.innerHTML ?? "",
			msAfterAnswer: performance.now() - (call as PerformanceResourceTiming).responseEnd,
		};
		sessionStorage.setItem("left", JSON.stringify(left));
	});
}
