import type { Page, Request } from "@playwright/test";
import { API } from "#shared/api-paths.ts";
import { expect, FAILED_CALL, isHydrated, test } from "./fixtures.ts";
import { becomePerson, createLink } from "./person.ts";

/** Screens for everyone, with their headings. */
const PUBLIC = [
	["/", "Link previews in Social Networks"],
	["/pricing", "Subscription Plans"],
	["/privacy", "Privacy Policy"],
	["/terms", "Terms and Conditions"],
] as const;

// First of all, so that every timer of the page is one of this clock's.
test.beforeEach(async ({ page }) => page.clock.install());

for (const [path, heading] of PUBLIC) {
	test(`${path} asks for nothing by itself (P409)`, async ({ page }) => {
		await expectQuiet(page, path, heading);
	});
}

test.describe("a page that is not there", () => {
	test.use({ expectedNoise: FAILED_CALL });

	test("asks for nothing by itself (P409)", async ({ page }) => {
		await expectQuiet(page, "/no-such-page", "404 Page Not Found");
	});
});

test("a screen that asks again is noticed", async ({ page }) => {
	await page.addInitScript(() => setInterval(() => void fetch("/api/version?again"), 20_000));
	await expect(expectQuiet(page, "/privacy", "Privacy Policy")).rejects.toThrow("GET /api/version");
});

test("onboarding asks for nothing by itself (P409)", async ({ page }) => {
	await becomePerson(page.request);
	await expectQuiet(page, "/onboarding", /./);
});

test("the screens of a subscriber ask for nothing by themselves (P409)", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { id, linkSlug } = await createLink(page.request, { title: "Summer" });
	const shared = await page.request.put(API.analytics.publicPage(id), { data: {} });
	const { url } = (await shared.json()) as { url: string };
	for (const [path, heading] of [
		["/admin", "Admin Dashboard"],
		["/admin?tab=subscription", "Admin Dashboard"],
		["/admin?q=summer", "Admin Dashboard"],
		["/admin/link/new", "Create New Link"],
		[`/admin/link/edit/${linkSlug}`, "Edit Link"],
		[`/admin/link/previews/${linkSlug}`, /./],
		[`/admin/link/stats/${linkSlug}`, /./],
		["/admin/analytics", "Analytics"],
		["/admin/import", /./],
		["/account", /./],
		["/payment-success", "Payment Successful!"],
		[new URL(url).pathname, /./],
	] as const) {
		await expectQuiet(page, path, heading);
	}
});

/** Nothing is requested in 60 s after the screen has loaded, nor when one comes back to its window. */
async function expectQuiet(page: Page, path: string, heading: string | RegExp): Promise<void> {
	const open = new Set<Request>();
	const asked: string[] = [];
	const begun = (request: Request) => {
		const { pathname } = new URL(request.url());
		// One stream tells of changes for as long as the screen is open (P402).
		if (pathname === API.events) return;
		open.add(request);
		asked.push(`${request.method()} ${pathname}`);
	};
	const ended = (request: Request) => open.delete(request);
	page.on("request", begun).on("requestfinished", ended).on("requestfailed", ended);
	await page.goto(path);
	await page.clock.runFor(2_000);
	await expect(page.getByRole("heading", { level: 1, name: heading }).first()).toBeVisible();
	await expect(page.getByRole("status", { name: /Loading/ })).toHaveCount(0);
	// What comes with its HTML asks nothing before its code has taken that over.
	await expect
		.poll(async () => {
			await page.clock.runFor(100);
			return await isHydrated(page);
		})
		.toBe(true);
	await expect.poll(() => open.size).toBe(0);
	// What came last may ask for more in the frames after it.
	await page.clock.runFor(1_000);
	await expect.poll(() => open.size).toBe(0);
	asked.length = 0;

	await page.clock.runFor(60_000);
	await page.evaluate(() => {
		document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
		for (const event of ["focus", "online"]) window.dispatchEvent(new Event(event));
		// What was asked for before it is known once this is.
		return fetch("/api/version?after").then((answer) => answer.text());
	});
	expect([path, asked]).toEqual([path, ["GET /api/version"]]);
	page.off("request", begun).off("requestfinished", ended).off("requestfailed", ended);
}
