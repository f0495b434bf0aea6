import type { Logger } from "pino";
import type Stripe from "stripe";
import { repeat } from "#server/platform/work/repeat.ts";
import { PROMOTION_CODES, type PromotionCode } from "#shared/billing/plans/promotion-codes.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const RETRY_MS = 60_000;

type Options = { stripe: Stripe; log: Logger };

/** Checks at startup and daily, so that pages show only valid codes (P573). An inactive code is only a warning. */
export function createCodeCheck({ stripe, log }: Options) {
	let offered: readonly PromotionCode[] = PROMOTION_CODES;
	const { start, stop, run } = repeat({
		everyMs: DAY_MS,
		retryMs: RETRY_MS,
		async work() {
			const taken = await Promise.all(PROMOTION_CODES.map(isTaken));
			offered = PROMOTION_CODES.filter((_code, at) => taken[at]);
			for (const message of warnings()) log.warn(message);
			return undefined;
		},
		failed: (error) => log.warn({ err: error }, "Stripe's promotion codes could not be checked; they will be"),
	});

	/** A code is active only while its coupon is valid. Source: docs.stripe.com/api/promotion_codes/object. */
	async function isTaken(code: PromotionCode): Promise<boolean> {
		const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1 });
		return data.length > 0;
	}

	function warnings(): string[] {
		return PROMOTION_CODES.filter((code) => !offered.includes(code)).map(
			(code) =>
				`The promotion code ${code} is off at Stripe: pages don't name it. "npm run operator -- stripe-setup" makes it again`,
		);
	}

	return { offered: () => offered, warnings, start, stop, run };
}
