import type { Logger } from "pino";
import Stripe from "stripe";
import { repeat } from "#server/work/repeat.ts";
import type { PlanPrices } from "./plan-prices.ts";

/** How soon a repair at Stripe is noticed. */
const AGAIN_MS = 30_000;

type Options = { prices: Pick<PlanPrices, "problems">; log: Logger };

/**
 * Compares Stripe's prices with the catalogue at start, and again until they agree. While they differ the process
 * says so on `/readyz`, so that a roll-out stops before anyone sees prices that nobody can pay; the same goes for a key
 * that Stripe refuses. Stripe being away is neither.
 */
export function createPriceCheck({ prices, log }: Options) {
	let found: string[] = [];
	const { start, stop } = repeat({
		everyMs: AGAIN_MS,
		async work() {
			const refused = await prices.problems().then((problems) => {
				found = problems;
				return null;
			}, refusalOf);
			if (refused) {
				found = [refused];
				log.fatal({ alert: "stripe_key" }, refused);
				return undefined;
			}
			if (found.length === 0) return null;
			log.fatal(
				{ alert: "prices", problems: found },
				"Stripe's prices are not the catalogue's: run \"npm run stripe:setup\"",
			);
			return undefined;
		},
		failed: (error) => log.warn({ err: error }, "Stripe's prices could not be checked; they will be"),
	});
	return { problems: (): string[] => found, start, stop };
}

/** What Stripe's refusal of the key means; its own words may hold a part of the key. @throws every other error. */
function refusalOf(error: unknown): string {
	if (error instanceof Stripe.errors.StripeAuthenticationError) {
		return "STRIPE_SECRET_KEY: Stripe refuses this key; take a living one from its dashboard, under Developers, API keys";
	}
	if (error instanceof Stripe.errors.StripePermissionError) {
		return "STRIPE_SECRET_KEY: this restricted key may not read prices; give it the permissions that docs/operating.md names";
	}
	throw error;
}
