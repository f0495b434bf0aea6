import type { Plan, PlanId } from "#shared/billing/plans/plan.ts";
import {
	apiLine,
	chartDays,
	domainsLine,
	PLAN_FEATURES,
	type PlanFeature,
	planHas,
} from "#shared/billing/plans/plan-features.ts";
import { PLAN_IDS } from "#shared/billing/plans/plan-ids.ts";
import { MONTHS_PAID_PER_YEAR, monthlyLinkQuota } from "#shared/billing/plans/plan-rules.ts";

/** Stripe uses lowercase currency codes, and amounts in cents. */
export const CURRENCY = "eur";

type CatalogueEntry = {
	name: string;
	description: string;
	image: string;
	/** Euro cents a month, excluding VAT. A year costs ten months. */
	monthlyCents: number;
	/** The plan's support; null for the support that every plan includes. */
	support: string | null;
	popular: boolean;
};

/**
 * The single source of plan names, copy and prices (P64, P65), copied to Stripe by `npm run operator -- stripe-setup`.
 */
export const PLAN_CATALOGUE: Record<PlanId, CatalogueEntry> = {
	starter: {
		name: "Starter",
		description: "For your first custom previews",
		image: "/plans/starter.svg",
		monthlyCents: 499,
		support: null,
		popular: false,
	},
	basic: {
		name: "Basic",
		description: "For people who share every week",
		image: "/plans/basic.svg",
		monthlyCents: 999,
		support: "Email support",
		popular: false,
	},
	pro: {
		name: "Pro",
		description: "For creators and growing brands",
		image: "/plans/pro.svg",
		monthlyCents: 1999,
		support: "Priority support",
		popular: true,
	},
	enterprise: {
		name: "Enterprise",
		description: "For teams without limits",
		image: "/plans/enterprise.svg",
		monthlyCents: 4999,
		support: "Priority support",
		popular: false,
	},
};

export function presentPlans(): Plan[] {
	return PLAN_IDS.map((id) => {
		const { name, description, image, monthlyCents, popular } = PLAN_CATALOGUE[id];
		return { id, name, description, image, priceMonthly: monthlyCents / 100, features: cardLines(id), popular };
	});
}

const PLACED: PlanFeature[] = ["customSlugs", "schedule", "platformCards", "csv", "bulkImport", "tags", "api"];
const OTHERS = (Object.keys(PLAN_FEATURES) as PlanFeature[]).filter((feature) => !PLACED.includes(feature));

function cardLines(planId: PlanId): string[] {
	const linesOf = (...features: PlanFeature[]) =>
		features.filter((feature) => planHas(planId, feature)).map((feature) => PLAN_FEATURES[feature].line);
	const quota = monthlyLinkQuota(planId);
	const { support } = PLAN_CATALOGUE[planId];
	const [domains, api] = [domainsLine(planId), apiLine(planId)];
	return [
		quota === 0 ? "Unlimited links" : `Up to ${quota} links per month`,
		...(domains === null ? [] : [domains]),
		...linesOf("customSlugs", "schedule", "platformCards"),
		...linesOf(planHas(planId, "bulkImport") ? "bulkImport" : "csv"),
		"Custom title, description and image",
		planId === "starter" ? "View analytics" : "Human vs bot views",
		...linesOf("tags"),
		chartsLine(planId),
		...linesOf(...OTHERS),
		...(api === null ? [] : [api]),
		...(support === null ? [] : [support]),
	];
}

function chartsLine(planId: PlanId): string {
	const days = chartDays(planId);
	const span = days < 365 ? `the last ${days} days` : "12 months";
	return planHas(planId, "csv") ? `Charts of ${span}, and as CSV` : `Charts of ${span}`;
}

export type Offer = { planId: PlanId; isAnnual: boolean };

export const OFFERS: Offer[] = PLAN_IDS.flatMap((planId) => [
	{ planId, isAnnual: false },
	{ planId, isAnnual: true },
]);

/** The lookup key of a price at Stripe: `{plan}_{monthly|yearly}`. */
export function lookupKey({ planId, isAnnual }: Offer): string {
	return `${planId}_${isAnnual ? "yearly" : "monthly"}`;
}

/** The offer of a lookup key; null for a key that isn't ours. */
export function offerOf(key: string | null): Offer | null {
	return OFFERS.find((offer) => lookupKey(offer) === key) ?? null;
}

export function priceInCents({ planId, isAnnual }: Offer): number {
	const { monthlyCents } = PLAN_CATALOGUE[planId];
	return isAnnual ? monthlyCents * MONTHS_PAID_PER_YEAR : monthlyCents;
}
