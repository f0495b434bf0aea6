import { describe, expect, it } from "vitest";
import { PLAN_IDS } from "../plans/plan-ids.ts";
import { changeEffect } from "./change-effect.ts";

const PLANS = PLAN_IDS.flatMap((planId) => [
	{ planId, isAnnual: false },
	{ planId, isAnnual: true },
]);
const nameOf = ({ planId, isAnnual }: (typeof PLANS)[number]) => `${planId}_${isAnnual ? "yearly" : "monthly"}`;

/** For each plan and interval, the others that start now; the rest waits for the period's end. */
const STARTS_NOW: Record<string, string> = {
	starter_monthly:
		"starter_yearly basic_monthly basic_yearly pro_monthly pro_yearly enterprise_monthly enterprise_yearly",
	starter_yearly: "basic_monthly basic_yearly pro_monthly pro_yearly enterprise_monthly enterprise_yearly",
	basic_monthly: "basic_yearly pro_monthly pro_yearly enterprise_monthly enterprise_yearly",
	basic_yearly: "pro_monthly pro_yearly enterprise_monthly enterprise_yearly",
	pro_monthly: "pro_yearly enterprise_monthly enterprise_yearly",
	pro_yearly: "enterprise_monthly enterprise_yearly",
	enterprise_monthly: "enterprise_yearly",
	enterprise_yearly: "",
};

describe("P257: when a change takes effect", () => {
	const changes = PLANS.flatMap((from) => PLANS.filter((to) => to !== from).map((to) => [from, to] as const));

	it("there are 56 changes", () => {
		expect(changes).toHaveLength(56);
	});

	it.each(changes.map(([from, to]) => [`${nameOf(from)} -> ${nameOf(to)}`, from, to] as const))(
		"%s",
		(_name, from, to) => {
			const isNow = STARTS_NOW[nameOf(from)]?.split(" ").includes(nameOf(to));
			expect(changeEffect(from, to)).toBe(isNow ? "now" : "period_end");
		},
	);

	it("any plan is higher than one that is not ours", () => {
		expect(changeEffect({ planId: "unknown", isAnnual: true }, { planId: "starter", isAnnual: false })).toBe("now");
	});
});
