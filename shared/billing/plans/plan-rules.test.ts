import { describe, expect, it } from "vitest";
import { planHas } from "./plan-features.ts";
import { monthlyLinkQuota, planRank, yearlyPrice } from "./plan-rules.ts";

describe("plan rules", () => {
	it.each([
		["starter", 0, 20, false],
		["basic", 1, 20, false],
		["pro", 2, 150, true],
		["enterprise", 3, 0, true],
		["something-new", -1, 20, false],
	])("%s: rank %i, quota %i, custom slug %s", (planId, rank, quota, customSlug) => {
		expect(planRank(planId)).toBe(rank);
		expect(monthlyLinkQuota(planId)).toBe(quota);
		expect(planHas(planId, "customSlugs")).toBe(customSlug);
	});

	it.each([
		[4.99, 49.9],
		["9.99", 99.9],
		[19.99, 199.9],
		["49.99", 499.9],
	])("a year of %s costs %s", (monthly, yearly) => {
		expect(yearlyPrice(monthly)).toBe(yearly);
	});
});
