import { expect, it } from "vitest";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { PLAN_IDS } from "#shared/billing/plans/plan-ids.ts";
import { planAction, suitedPlanId } from "./plan-action.ts";

const cases: [who: string, isSignedIn: boolean, current: PlanId | null, labels: Record<PlanId, string>][] = [
	[
		"signed out",
		false,
		null,
		{ starter: "Start now", basic: "Start now", pro: "Choose Plan", enterprise: "Start now" },
	],
	[
		"signed in, no plan",
		true,
		null,
		{ starter: "Subscribe", basic: "Subscribe", pro: "Choose Plan", enterprise: "Subscribe" },
	],
	["on starter", true, "starter", { starter: "Current Plan", basic: "Upgrade", pro: "Upgrade", enterprise: "Upgrade" }],
	["on basic", true, "basic", { starter: "Downgrade", basic: "Current Plan", pro: "Upgrade", enterprise: "Upgrade" }],
	["on pro", true, "pro", { starter: "Downgrade", basic: "Downgrade", pro: "Current Plan", enterprise: "Upgrade" }],
	[
		"on enterprise",
		true,
		"enterprise",
		{ starter: "Downgrade", basic: "Downgrade", pro: "Downgrade", enterprise: "Current Plan" },
	],
];

it.each(cases)("%s", (_who, isSignedIn, currentPlanId, labels) => {
	for (const [id, label] of Object.entries(labels) as [PlanId, string][]) {
		const plan = { id, popular: id === "pro" };
		expect(planAction({ plan, isSignedIn, currentPlanId })).toEqual({ label, isDisabled: label === "Current Plan" });
	}
});

it("while nothing can be changed, offers no other plan (P571)", () => {
	const plan = { id: "starter", popular: false } as const;
	expect(planAction({ plan, isSignedIn: true, currentPlanId: "pro", isFixed: true })).toEqual({
		label: "Downgrade",
		isDisabled: true,
	});
});

it.each([
	[null, "pro"],
	["starter", "pro"],
	["basic", "pro"],
	["pro", "enterprise"],
	["enterprise", null],
	["of-former-days", "pro"],
])("on %s the loudest button is that of %s", (currentPlanId, expected) => {
	const plans = PLAN_IDS.map((id) => ({ id, popular: id === "pro" }));
	expect(suitedPlanId(plans, currentPlanId)).toBe(expected);
});
