import type { Logger } from "pino";
import type Stripe from "stripe";
import { lookupKey, type Offer, PLAN_CATALOGUE, priceInCents } from "#server/billing/plans/plan-catalog.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { changeEffect } from "#shared/billing/subscriptions/change-effect.ts";
import type { PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { DetailsCache } from "../stripe/details-cache.ts";
import type { PlanPrices } from "../stripe/plan-prices.ts";
import { reachStripe } from "../stripe/reach-stripe.ts";
import { currentSubscription, isLive, subscriptionsOf } from "../sync/live-subscription.ts";
import { type ChangeAmounts, readChangeAmounts } from "./change-amounts.ts";
import { refuseUnlessPaid } from "./refuse-unless-paid.ts";
import { whatStands } from "./what-stands.ts";

/** Unused time loses value every second: an older answer could be a cent off. */
const MAX_AGE_MS = 60_000;

type Options = {
	db: Db;
	stripe: Stripe;
	now: () => Date;
	log: Logger;
	prices: PlanPrices;
	details: DetailsCache;
	deadlines: Deadlines;
};

/** Creates the preview of what a plan change would do and cost (P258). */
export function createChangePreview({ db, stripe, now, log, prices, details, deadlines }: Options) {
	/**
	 * @throws AppError `not_found` without a subscription, `conflict` for the current or already planned plan and interval
	 */
	return async (userId: string, offer: Offer): Promise<PlanChangePreview> => {
		const current = currentSubscription(await subscriptionsOf(db, userId), now());
		if (!current || !isLive(current) || current.status === "incomplete") {
			throw new AppError("subscription_not_found", "No active subscription");
		}
		if (current.planId === offer.planId && current.isAnnual === offer.isAnnual) {
			throw new AppError("plan_unchanged", "You already have this plan");
		}
		refuseUnlessPaid(current);
		const takesBack = whatStands(current, offer);
		const effect = changeEffect(current, offer);
		const startsAt = (effect === "now" ? now() : current.currentPeriodEnd).toISOString();
		const { name } = PLAN_CATALOGUE[offer.planId];
		const amounts = await amountsOf(current, offer);
		return { plan: { name }, price: priceInCents(offer), effect, startsAt, amounts, takesBack };
	};

	async function amountsOf(current: Subscription, offer: Offer): Promise<ChangeAmounts | null> {
		const { userId, stripeSubscriptionId: subscriptionId } = current;
		const what = `change ${subscriptionId} ${lookupKey(offer)}`;
		const ask = async () => {
			const price = await prices.priceOf(offer);
			return readChangeAmounts(stripe, { subscriptionId, price, effect: changeEffect(current, offer) });
		};
		try {
			return await reachStripe(() => details.read({ userId, what, maxAgeMs: MAX_AGE_MS }, ask), deadlines.stripeClick);
		} catch (error) {
			log.warn({ err: error, userId }, "what a change of plan costs could not be read");
			return null;
		}
	}
}
