import type { Logger } from "pino";
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
	let timer: NodeJS.Timeout | undefined;
	let isStopped = false;

	async function check(): Promise<void> {
		try {
			found = await prices.problems();
		} catch (error) {
			log.warn({ err: error }, "Stripe's prices could not be checked; they will be");
			again();
			return;
		}
		if (found.length === 0) return;
		log.fatal(
			{ alert: "prices", problems: found },
			"Stripe's prices are not the catalogue's: run \"npm run stripe:setup\"",
		);
		again();
	}

	function again(): void {
		if (!isStopped) timer = setTimeout(() => void check(), AGAIN_MS).unref();
	}

	return {
		problems: (): string[] => found,
		start: () => void check(),
		stop(): void {
			isStopped = true;
			clearTimeout(timer);
		},
	};
}
