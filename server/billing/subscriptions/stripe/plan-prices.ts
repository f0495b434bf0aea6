import type Stripe from "stripe";
import { CURRENCY, lookupKey, OFFERS, type Offer, offerOf, priceInCents } from "#server/billing/plans/plan-catalog.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";
import { WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";

/** Prices change by a deployment and a run of `stripe-setup`; this bounds how long an old one is still offered. */
const FRESH_MS = 5 * 60_000;

export type PlanPrices = ReturnType<typeof createPlanPrices>;

/** Finds Stripe's prices by lookup key, and trusts none that differs from the catalogue. */
export function createPlanPrices({ stripe, now }: { stripe: Stripe; now: () => Date }) {
	let cached: { at: number; byKey: Map<string, Stripe.Price> } | null = null;

	async function pricesByKey(): Promise<Map<string, Stripe.Price>> {
		return cached && now().getTime() - cached.at < FRESH_MS ? cached.byKey : askStripe();
	}

	async function askStripe(): Promise<Map<string, Stripe.Price>> {
		const { data } = await stripe.prices.list(
			{ lookup_keys: OFFERS.map(lookupKey), active: true, limit: 100 },
			WHILE_SOMEONE_WAITS,
		);
		const byKey = new Map(data.map((price) => [price.lookup_key ?? "", price]));
		// A price that is wrong or missing is looked for again, so that a repair is seen at once.
		if (problemsOf(byKey).length === 0) cached = { at: now().getTime(), byKey };
		return byKey;
	}

	return {
		/**
		 * Stripe's price for an offer.
		 * @throws AppError `upstream` when Stripe has none, or one that is not the catalogue's.
		 */
		async priceOf(offer: Offer): Promise<Stripe.Price> {
			const price = (await pricesByKey()).get(lookupKey(offer));
			if (!price || problemOf(offer, price)) {
				throw new AppError("upstream", "This plan cannot be bought right now. Please try again later.", {
					cause: new Error(`Run "npm run operator -- stripe-setup": ${problemOf(offer, price)}`),
				});
			}
			return price;
		},
		/** What is wrong with Stripe's prices now, one sentence each; empty when they are the catalogue's. */
		problems: async (): Promise<string[]> => problemsOf(await askStripe()),
	};
}

/** The product that an offer's price belongs to. A year is a product of its own, so that a code can be for months alone. */
export function productIdOf({ planId, isAnnual }: Offer): string {
	return isAnnual ? `prod_${planId}_yearly` : `prod_${planId}`;
}

/**
 * The plan of a price. A replaced price loses its lookup key to its successor, but its subscribers keep paying it: its
 * metadata, written by `stripe-setup`, has the plan. A price made by hand for our product is that product's plan.
 */
export function offerOfPrice(price: Stripe.Price): Offer | null {
	const offer = offerOf(price.lookup_key);
	if (offer) return offer;
	const named = price.metadata.planId ?? "";
	const planId = isPlanId(named) ? named : planOfProduct(price.product);
	if (!planId) return null;
	const { interval, interval_count: count = 1 } = price.recurring ?? {};
	return { planId, isAnnual: interval === "year" || (interval === "month" && count >= 12) };
}

function planOfProduct(product: Stripe.Price["product"]): PlanId | undefined {
	const id = typeof product === "string" ? product : product.id;
	return OFFERS.find((offer) => productIdOf(offer) === id)?.planId;
}

function problemsOf(byKey: Map<string, Stripe.Price>): string[] {
	return OFFERS.flatMap((offer) => problemOf(offer, byKey.get(lookupKey(offer))) ?? []);
}

function problemOf(offer: Offer, price: Stripe.Price | undefined): string | null {
	const key = lookupKey(offer);
	if (!price) return `there is no active price ${key}`;
	const interval = offer.isAnnual ? "year" : "month";
	const { recurring } = price;
	if (recurring?.interval !== interval || recurring.interval_count !== 1) return `${key} is not paid every ${interval}`;
	if (price.currency !== CURRENCY) return `${key} is in ${price.currency}, not ${CURRENCY}`;
	const cents = priceInCents(offer);
	if (price.unit_amount !== cents) return `${key} costs ${price.unit_amount} cents, not ${cents}`;
	return null;
}
