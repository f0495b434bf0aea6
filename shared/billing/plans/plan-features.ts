import type { PlanId } from "./plan.ts";
import { PLAN_IDS } from "./plan-ids.ts";
import { isPlanId, planRank } from "./plan-rules.ts";

export const IMPORT_ROWS_WITHOUT_BULK = 500;

type Feature = {
	from: PlanId;
	/** Its line on plan cards (`plan-catalog.ts` has the order). */
	line: string;
	needs: string;
};

/**
 * Features of plans for guards, plan cards and locked buttons (P143). After a downgrade existing items keep working;
 * new ones are refused.
 */
export const PLAN_FEATURES = {
	customSlugs: { from: "pro", line: "Custom URL slugs", needs: "Custom URLs need" },
	schedule: { from: "pro", line: "Start and end times", needs: "Start and end times need" },
	platformCards: { from: "pro", line: "Custom card per platform", needs: "A card for each platform needs" },
	csv: { from: "pro", line: "CSV import and export", needs: "CSV files need" },
	bulkImport: {
		from: "enterprise",
		line: "Import thousands of links by CSV, and export them",
		needs: `More than ${IMPORT_ROWS_WITHOUT_BULK} rows in a file need`,
	},
	tags: { from: "basic", line: "Tags", needs: "Tags need" },
	qrLogo: { from: "basic", line: "QR codes with your logo", needs: "QR codes with a logo need" },
	api: { from: "pro", line: "API", needs: "The API needs" },
	publicStats: { from: "enterprise", line: "Public statistics pages", needs: "Public statistics pages need" },
} as const satisfies Record<string, Feature>;

export type PlanFeature = keyof typeof PLAN_FEATURES;

const FROM_ON: Record<PlanId, string> = {
	starter: "a plan",
	basic: "the Basic plan or a higher one",
	pro: "the Pro or Enterprise plan",
	enterprise: "the Enterprise plan",
};

/** Whether the plan has the feature; false without a known plan. */
export function planHas(planId: string | null | undefined, feature: PlanFeature): boolean {
	return isPlanId(planId ?? "") && planRank(planId ?? "") >= planRank(PLAN_FEATURES[feature].from);
}

/** The error for a request whose plan lacks the feature. */
export function planNeeded(feature: PlanFeature): string {
	const { needs, from } = PLAN_FEATURES[feature];
	return `${needs} ${FROM_ON[from]}`;
}

const CHART_DAYS: Record<PlanId, number> = { starter: 7, basic: 90, pro: 366, enterprise: 366 };

/** Days back that charts show; without a subscription, as on the smallest plan. */
export function chartDays(planId: string | null | undefined): number {
	return planId && isPlanId(planId) ? CHART_DAYS[planId] : CHART_DAYS.starter;
}

/** The smallest plan with a longer chart range than this one. */
export function planWithMoreDays(planId: string | null | undefined): PlanId {
	return PLAN_IDS.find((id) => CHART_DAYS[id] > chartDays(planId)) ?? "enterprise";
}

/** Distinct tags per account; a downgrade keeps existing ones (P230). */
const TAGS: Record<PlanId, number> = { starter: 1_000, basic: 1_000, pro: 1_000, enterprise: 5_000 };

/** Distinct tags per account; without a subscription, as on the smallest plan. */
export function tagLimit(planId: string | null | undefined): number {
	return planId && isPlanId(planId) ? TAGS[planId] : TAGS.starter;
}

/** Domains of its own that an account may add; what it has keeps working after a downgrade (P620). */
const DOMAINS: Record<PlanId, number> = { starter: 0, basic: 1, pro: 3, enterprise: 20 };

/** Domains that an account may have; none without a subscription. */
export function domainLimit(planId: string | null | undefined): number {
	return planId && isPlanId(planId) ? DOMAINS[planId] : 0;
}

/** A plan card's line of domains (P143); null for a plan without. */
export function domainsLine(planId: PlanId): string | null {
	const limit = domainLimit(planId);
	return limit === 0 ? null : `${limit} ${limit === 1 ? "domain" : "domains"} of your own`;
}

/** An account's API keys and webhooks, and the requests a minute of each key (P640, P660); none without the API. */
const API: Record<PlanId, { keys: number; webhooks: number; requests: number }> = {
	starter: { keys: 0, webhooks: 0, requests: 0 },
	basic: { keys: 0, webhooks: 0, requests: 0 },
	pro: { keys: 2, webhooks: 2, requests: 60 },
	enterprise: { keys: 20, webhooks: 20, requests: 600 },
};

export function apiKeyLimit(planId: string | null | undefined): number {
	return planId && isPlanId(planId) ? API[planId].keys : 0;
}

export function webhookLimit(planId: string | null | undefined): number {
	return planId && isPlanId(planId) ? API[planId].webhooks : 0;
}

/** A plan card's line of the API (P143); null for a plan without. */
export function apiLine(planId: PlanId): string | null {
	return planHas(planId, "api") ? `${PLAN_FEATURES.api.line} with ${API[planId].keys} keys` : null;
}

/** Requests a minute: of one key, and of all of an account's together. */
export function apiRequestLimits(planId: string | null | undefined): { key: number; account: number } {
	const key = planId && isPlanId(planId) ? API[planId].requests : 0;
	return { key, account: 2 * key };
}
