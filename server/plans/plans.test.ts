import { expect, it, vi } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/api-paths.ts";
import { type Plan, plan } from "#shared/plans/plan.ts";
import { FEATURE_PLANS, type PlanFeature, planHas } from "#shared/plans/plan-features.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const app = useTestApp();

it("lists the four plans for everyone, from the smallest to the largest", async () => {
	const answer = await app.browser().get(API.plans);
	expect(answer.status).toBe(200);
	const plans = (await answer.json()) as Plan[];
	expect(plans.map(({ id, priceMonthly, popular }) => [id, priceMonthly, popular])).toEqual([
		["starter", 4.99, false],
		["basic", 9.99, false],
		["pro", 19.99, true],
		["enterprise", 49.99, false],
	]);
	for (const each of plans) expect(plan.strict().parse(each)).toEqual(each);
});

/** How the plan cards say it. */
const WORDS: Record<PlanFeature, string> = {
	tags: "Tags",
	qrLogo: "QR codes with your logo",
	csv: "CSV",
	schedule: "Start and end times",
	platformCards: "A card of its own for each platform",
	bulkImport: "CSV import of thousands",
	publicStats: "Public statistics pages",
};

it("says of each plan what it has, and no more (P143)", async () => {
	const plans = (await (await app.browser().get(API.plans)).json()) as Plan[];
	for (const feature of Object.keys(FEATURE_PLANS) as PlanFeature[]) {
		const saying = plans.filter(({ features }) => features.some((text) => text.startsWith(WORDS[feature])));
		const having = plans.filter(({ id }) => planHas(id, feature));
		expect({ feature, plans: saying.map(({ id }) => id) }).toEqual({ feature, plans: having.map(({ id }) => id) });
	}
});
