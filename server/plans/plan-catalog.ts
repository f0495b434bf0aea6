import type { Plan, PlanId } from "#shared/plans/plan.ts";
import { PLAN_IDS } from "#shared/plans/plan-ids.ts";
import { MONTHS_PAID_PER_YEAR } from "#shared/plans/plan-rules.ts";

/** Every price is in euros; Stripe counts in cents and writes the currency in lower case. */
export const CURRENCY = "eur";

type CatalogueEntry = {
	name: string;
	description: string;
	/** Path of a picture that the client serves. */
	image: string;
	/** Euro cents a month, VAT not included. A year costs ten of these. */
	monthlyCents: number;
	features: string[];
	popular: boolean;
};

/** What is sold: the one place for names, copy and prices (P64, P65). `npm run stripe:setup` carries it to Stripe. */
export const PLAN_CATALOGUE: Record<PlanId, CatalogueEntry> = {
	starter: {
		name: "Starter",
		description: "For your first custom previews",
		image: "/plans/starter.svg",
		monthlyCents: 499,
		features: [
			"Up to 20 links per month",
			"Custom title, description and image",
			"View analytics",
			"Charts of the last 7 days",
		],
		popular: false,
	},
	basic: {
		name: "Basic",
		description: "For people who share every week",
		image: "/plans/basic.svg",
		monthlyCents: 999,
		features: [
			"Up to 20 links per month",
			"Custom title, description and image",
			"Human and bot views told apart",
			"Tags",
			"Charts of the last 90 days",
			"QR codes with your logo",
			"Email support",
		],
		popular: false,
	},
	pro: {
		name: "Pro",
		description: "For creators and growing brands",
		image: "/plans/pro.svg",
		monthlyCents: 1999,
		features: [
			"Up to 150 links per month",
			"Custom URL slugs",
			"Start and end times",
			"A card of its own for each platform",
			"CSV import and export",
			"Custom title, description and image",
			"Human and bot views told apart",
			"Tags",
			"Charts of 12 months, and as CSV",
			"QR codes with your logo",
			"Priority support",
		],
		popular: true,
	},
	enterprise: {
		name: "Enterprise",
		description: "For teams without limits",
		image: "/plans/enterprise.svg",
		monthlyCents: 4999,
		features: [
			"Unlimited links",
			"Custom URL slugs",
			"Start and end times",
			"A card of its own for each platform",
			"CSV import of thousands, and export",
			"Custom title, description and image",
			"Human and bot views told apart",
			"Tags",
			"Charts of 12 months, and as CSV",
			"QR codes with your logo",
			"Public statistics pages",
			"Priority support",
		],
		popular: false,
	},
};

/** The rows of `GET /api/plans`, from the smallest plan to the largest. */
export function presentPlans(): Plan[] {
	return PLAN_IDS.map((id) => {
		const { name, description, image, monthlyCents, features, popular } = PLAN_CATALOGUE[id];
		return { id, name, description, image, priceMonthly: monthlyCents / 100, features, popular };
	});
}

/** One thing that can be bought: a plan, paid monthly or yearly. */
export type Offer = { planId: PlanId; isAnnual: boolean };

/** Everything that can be bought. */
export const OFFERS: Offer[] = PLAN_IDS.flatMap((planId) => [
	{ planId, isAnnual: false },
	{ planId, isAnnual: true },
]);

/** The name by which Stripe's prices are found: `{plan}_{monthly|yearly}`. */
export function lookupKey({ planId, isAnnual }: Offer): string {
	return `${planId}_${isAnnual ? "yearly" : "monthly"}`;
}

/** The offer that a lookup key names; null for a key of somebody else's. */
export function offerOf(key: string | null): Offer | null {
	return OFFERS.find((offer) => lookupKey(offer) === key) ?? null;
}

/** Price of one month or one year in euro cents, VAT not included. */
export function priceInCents({ planId, isAnnual }: Offer): number {
	const { monthlyCents } = PLAN_CATALOGUE[planId];
	return isAnnual ? monthlyCents * MONTHS_PAID_PER_YEAR : monthlyCents;
}
