import type { Logger } from "pino";
import { repeat } from "#server/work/repeat.ts";
import type { PlanPrices } from "./plan-prices.ts";

/** How soon a repair at Stripe is noticed. */
const AGAIN_MS = 30_000;

type Options = { prices: Pick<PlanPrices, "problems">; log: Logger };

/**
 * Compares Stripe's prices with the catalogue at start, and again until they agree. While they differ the process
 * says so on `/readyz`, so that a roll-out stops before anyone sees prices that nobody can pay. Stripe being away is
 * no difference.
 */
export function createPriceCheck({ prices, log }: Options) {
	let found: string[] = [];
	const { start, stop } = repeat({
		everyMs: AGAIN_MS,
		async work() {
			found = await prices.problems();
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
