import type { Page } from "@playwright/test";
import { API } from "#shared/platform/api-paths.ts";
import { expect, test } from "./fixtures.ts";
import { shiftsOf, watchShifts } from "./layout-shifts.ts";
import { becomePerson, createLink } from "./person.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, expectedNoise: /status of 404/ });

/** Most that may move while a screen loads (CLS); a tenth of what counts as good. */
const MOST = 0.01;

const ACCOUNT = ["", "?section=invoices", "?section=profile", "?section=links", "?section=data"].map(
	(search) => `/account${search}`,
);

for (const size of [
	{ width: 360, height: 800 },
	{ width: 1280, height: 900 },
]) {
	const wide = `${size.width} px wide`;

	test.describe(() => {
		test.use({ viewport: size });

		test(`nothing moves while a visitor's screens load, ${wide} (P192)`, async ({ page }) => {
			await expectStill(page, ["/", "/pricing", "/privacy", "/terms", "/withdraw", "/missing"]);
		});

		test(`nothing moves while the screens of a newcomer load, ${wide} (P192)`, async ({ page }) => {
			await becomePerson(page.request);
			await expectStill(page, ["/onboarding"]);
			await becomePerson(page.request, { hasConsent: true });
			await expectStill(page, ["/", "/pricing", ...ACCOUNT]);
		});

		test(`nothing moves while the screens of the smallest plan load, ${wide} (P192)`, async ({ page }) => {
			await becomePerson(page.request, { plan: "starter" });
			const { limit } = (await (await page.request.get(API.links.monthlyUsage)).json()) as { limit: number };
			for (let n = 1; n <= limit; n += 1) await createLink(page.request, { title: `Link ${n}` });
			await expectStill(page, ["/pricing", "/admin", "/admin/link/new", "/admin/import", ...ACCOUNT]);
		});

		test(`nothing moves while the screens of the largest plan load, ${wide} (P192)`, async ({ page }) => {
			await becomePerson(page.request, { plan: "enterprise" });
			const { id, linkSlug } = await createLink(page.request);
			await createLink(page.request, { title: "Spring" });
			const shared = await page.request.put(API.analytics.publicPage(id), { data: {} });
			const { url } = (await shared.json()) as { url: string };
			await expectStill(page, [
				"/",
				"/pricing",
				"/admin",
				"/admin?tab=subscription",
				"/admin/link/new",
				`/admin/link/edit/${linkSlug}`,
				"/admin/link/edit/missing",
				`/admin/link/previews/${linkSlug}`,
				`/admin/link/stats/${linkSlug}`,
				"/admin/analytics",
				"/admin/import",
				"/admin/api",
				...ACCOUNT,
				new URL(url).pathname,
			]);
		});
	});
}

async function expectStill(page: Page, paths: string[]): Promise<void> {
	await watchShifts(page);
	for (const path of paths)
		for (const answered of ["first", "last"] as const) {
			const { sum, moved } = await shiftsOf(page, path, answered);
			expect.soft(sum, [`${path}, the ${answered} call answered first`, ...moved].join("\n")).toBeLessThanOrEqual(MOST);
		}
}
