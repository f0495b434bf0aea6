import type { Page } from "@playwright/test";
import { API } from "#shared/platform/api-paths.ts";
import { expect, test } from "./fixtures.ts";
import { coveredByTab, expectNoWiderThanWindow } from "./focus-walk.ts";
import { becomePerson, createLink } from "./person.ts";

// Where scrolling is smooth, the focus is in view only when that has ended.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const SIZES = [
	[360, 740],
	[800, 900],
	[1280, 800],
	// The last one at 200 % zoom.
	[640, 400],
] as const;

const ACCOUNT = ["", "?section=invoices", "?section=profile", "?section=links", "?section=data"].map(
	(search) => `/account${search}`,
);

async function expectNothingCovered(page: Page, paths: readonly string[]): Promise<void> {
	for (const [width, height] of SIZES) {
		await page.setViewportSize({ width, height });
		for (const path of paths) {
			await page.goto(path, { waitUntil: "networkidle" });
			await expectNoWiderThanWindow(page);
			expect(await coveredByTab(page), `${path} at ${width} x ${height}`).toEqual([]);
		}
	}
}

test("nothing covers the focused element on a visitor's screens (P581)", async ({ page }) => {
	await expectNothingCovered(page, ["/", "/pricing", "/privacy", "/terms"]);
});

test("nothing covers the focused element of a newcomer (P581)", async ({ page }) => {
	await becomePerson(page.request);
	await expectNothingCovered(page, ["/onboarding"]);
	await becomePerson(page.request, { hasConsent: true });
	await expectNothingCovered(page, [...ACCOUNT, "/payment-success"]);
});

test("nothing covers the focused element on a subscriber's screens (P581)", async ({ page }) => {
	await becomePerson(page.request, { plan: "enterprise" });
	const { id, linkSlug } = await createLink(page.request, { title: "Summer" });
	for (let n = 1; n <= 12; n += 1) await createLink(page.request, { title: `Link ${n}` });
	await page.request.put(API.links.card(id, "discord"), { multipart: { title: "Eleven quiet beaches" } });
	await expectNothingCovered(page, [
		"/admin",
		"/admin?tab=subscription",
		...ACCOUNT,
		"/admin/link/new",
		`/admin/link/edit/${linkSlug}`,
		`/admin/link/previews/${linkSlug}`,
		`/admin/link/stats/${linkSlug}`,
		"/admin/analytics",
		"/admin/import",
		"/admin/api",
	]);
});

test("nothing covers the focused row while links are chosen (P581)", async ({ page }) => {
	await becomePerson(page.request, { plan: "pro" });
	for (let n = 1; n <= 12; n += 1) await createLink(page.request, { title: `Link ${n}` });
	for (const [width, height] of SIZES) {
		await page.setViewportSize({ width, height });
		await page.goto("/admin");
		await page
			.getByRole("checkbox", { name: /^Choose Link/ })
			.first()
			.check();
		expect(await coveredByTab(page), `at ${width} x ${height}`).toEqual([]);
	}
});
