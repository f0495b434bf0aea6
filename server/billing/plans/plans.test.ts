import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { type Plan, plan } from "#shared/billing/plans/plan.ts";
import { PLAN_FEATURES, type PlanFeature, planHas } from "#shared/billing/plans/plan-features.ts";
import { API } from "#shared/platform/api-paths.ts";

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

it("lists on each plan's card what it has", async () => {
	const plans = (await (await app.browser().get(API.plans)).json()) as Plan[];
	const preview = "Custom title, description and image";
	const [slugs, times] = ["Custom URL slugs", "Start and end times"];
	const [cards, told] = ["Custom card per platform", "Human vs bot views"];
	const [year, qr] = ["Charts of 12 months, and as CSV", "QR codes with your logo"];
	const [twoKeys, twentyKeys] = ["API with 2 keys", "API with 20 keys"];
	const [thousands, stats] = ["Import thousands of links by CSV, and export them", "Public statistics pages"];
	const month = "Up to 20 links per month";
	expect(plans.map(({ features }) => features)).toEqual([
		[month, preview, "View analytics", "Charts of the last 7 days"],
		[month, "1 domain of your own", preview, told, "Tags", "Charts of the last 90 days", qr, "Email support"],
		[
			...["Up to 150 links per month", "3 domains of your own", slugs, times, cards, "CSV import and export", preview],
			...[told, "Tags", year, qr, twoKeys, "Priority support"],
		],
		[
			...["Unlimited links", "20 domains of your own", slugs, times, cards, thousands, preview],
			...[told, "Tags", year, qr, stats, twentyKeys, "Priority support"],
		],
	]);
});

it("says of each plan what it has, and no more (P143)", async () => {
	const plans = (await (await app.browser().get(API.plans)).json()) as Plan[];
	/** On the card of a plan that imports thousands this line takes the other's place. */
	const others: Partial<Record<PlanFeature, string[]>> = {
		csv: [PLAN_FEATURES.bulkImport.line],
		api: ["API with 2 keys", "API with 20 keys"],
	};
	for (const feature of Object.keys(PLAN_FEATURES) as PlanFeature[]) {
		const lines: string[] = [PLAN_FEATURES[feature].line, ...(others[feature] ?? [])];
		const saying = plans.filter(({ features }) => features.some((text) => lines.includes(text)));
		const having = plans.filter(({ id }) => planHas(id, feature));
		expect({ feature, plans: saying.map(({ id }) => id) }).toEqual({ feature, plans: having.map(({ id }) => id) });
	}
});
