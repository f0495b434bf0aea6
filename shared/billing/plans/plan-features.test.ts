import { expect, test } from "vitest";
import { chartDays, domainLimit, PLAN_FEATURES, type PlanFeature, planHas, planNeeded } from "./plan-features.ts";

/** A new feature is held by its line on the plan cards (`plans.test.ts`). */
test("each feature begins with its plan and goes on in the larger ones", () => {
	const features = Object.keys(PLAN_FEATURES) as PlanFeature[];
	const having = (feature: PlanFeature) =>
		["starter", "basic", "pro", "enterprise"].filter((plan) => planHas(plan, feature)).join(" ");
	expect(
		Object.fromEntries(features.map((feature) => [feature, [having(feature), planNeeded(feature)]])),
	).toMatchObject({
		customSlugs: ["pro enterprise", "Custom URLs need the Pro or Enterprise plan"],
		schedule: ["pro enterprise", "Start and end times need the Pro or Enterprise plan"],
		platformCards: ["pro enterprise", "A card for each platform needs the Pro or Enterprise plan"],
		csv: ["pro enterprise", "CSV files need the Pro or Enterprise plan"],
		bulkImport: ["enterprise", "More than 500 rows in a file need the Enterprise plan"],
		tags: ["basic pro enterprise", "Tags need the Basic plan or a higher one"],
		qrLogo: ["basic pro enterprise", "QR codes with a logo need the Basic plan or a higher one"],
		api: ["pro enterprise", "The API needs the Pro or Enterprise plan"],
		publicStats: ["enterprise", "Public statistics pages need the Enterprise plan"],
	});
});

test.each([null, undefined, "", "gold", "toString"])("%s may make none of it, and sees a week", (plan) => {
	expect(planHas(plan, "tags")).toBe(false);
	expect(chartDays(plan)).toBe(7);
});

test("charts go back a week, 90 days or a year by plan", () => {
	expect(["starter", "basic", "pro", "enterprise"].map(chartDays)).toEqual([7, 90, 366, 366]);
});

test("domains by plan, none without one (P620)", () => {
	expect(["starter", "basic", "pro", "enterprise", "gold", null].map(domainLimit)).toEqual([0, 1, 3, 20, 0, 0]);
});
