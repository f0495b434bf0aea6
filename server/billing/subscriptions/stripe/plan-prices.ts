import type Stripe from "stripe";
import { CURRENCY, lookupKey, OFFERS, type Offer, offerOf, priceInCents } from "#server/billing/plans/plan-catalog.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";
import { WHILE_SOMEONE_WAITS } from "./reach-stripe.ts";

/** Prices change with a deployment and a run of `stripe-setup`; this limits how long an old one is offered. */
const FRESH_MS = 5 * 60_000;

export type PlanPrices = ReturnType<typeof createPlanPrices>;

/** Creates the lookup of Stripe's prices, which rejects any that differ from the catalog. */
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
		// Wrong or missing prices aren't cached, so that a repair takes effect at once.
		if (problemsOf(byKey).length === 0) cached = { at: now().getTime(), byKey };
		return byKey;
	}

	return {
		/**
		 * Stripe's price for an offer.
		 * @throws AppError `upstream` if Stripe has none, or one that differs from the catalog
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
		/** How Stripe's prices differ from the catalog, one sentence each. */
		problems: async (): Promise<string[]> => problemsOf(await askStripe()),
	};
}

/** The product of an offer's price. Yearly plans are separate products, so that codes can be monthly only. */
export function productIdOf({ planId, isAnnual }: Offer): string {
	return isAnnual ? `prod_${planId}_yearly` : `prod_${planId}`;
}

/** A replaced price loses its lookup key but keeps its subscribers, so `stripe-setup`'s metadata names the plan too. */
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
