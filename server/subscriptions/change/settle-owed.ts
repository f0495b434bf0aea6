import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Tx } from "#server/db/tx.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Offer, PLAN_CATALOGUE } from "#server/plans/plan-catalog.ts";
import { formatInterval, formatMoney } from "#shared/format.ts";
import { subscriptions } from "#shared/subscriptions/subscriptions.table.ts";
import { presentOwed, presentSubscription } from "../present-subscription.ts";
import type { SettledSync } from "../sync/settled-sync.ts";
import type { BillingCustomer } from "../sync/stripe-sync.ts";
import { isOwing, type Owed } from "./owed.ts";

type Options = { owed: Pick<Owed, "end">; sync: SettledSync };
type Asked = {
	/** The customer's subscriptions as Stripe has them now. */
	found: Stripe.Subscription[];
	/** The one that waits for a payment. */
	owing: Stripe.Subscription;
	/** The other plan or interval that was picked. */
	offer: Offer;
	/** The user has confirmed that it ends. */
	endOwed: boolean;
};

/**
 * What is owed comes before another plan (P261): on the person's word it is voided and its subscription ends, so that no
 * later retry takes money for a plan that was replaced.
 * @returns the customer's subscriptions afterwards
 * @throws AppError `payment_owed` without that confirmation, in a sentence that says how much is owed
 */
export function createSettleOwed({ owed, sync }: Options) {
	return async (
		tx: Tx,
		customer: BillingCustomer,
		{ found, owing, offer, endOwed }: Asked,
	): Promise<Stripe.Subscription[]> => {
		if (!endOwed) throw new AppError("payment_owed", await sentenceAbout(tx, owing.id, offer));
		for (const each of found.filter(isOwing)) {
			if ((await owed.end(each)) === "paid") break;
		}
		return sync.syncCustomer(tx, customer);
	};
}

async function sentenceAbout(tx: Tx, stripeSubscriptionId: string, offer: Offer): Promise<string> {
	const isThis = eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId);
	const [row] = await tx.select().from(subscriptions).where(isThis);
	if (!row) return "Your last payment failed. Pay it before you choose another plan.";
	const { plan, planId, isAnnual } = presentSubscription(row);
	const owed = presentOwed(row);
	const amount = owed ? formatMoney(owed.amount, owed.currency) : "your last payment";
	const isSamePlan = planId === offer.planId;
	const before = isSamePlan ? `${plan.name}, ${formatInterval({ isAnnual })},` : plan.name;
	const after = isSamePlan ? formatInterval(offer) : PLAN_CATALOGUE[offer.planId].name;
	return `You owe ${amount} for ${plan.name}. Pay it first, or end ${before} and start ${isSamePlan ? "it again, " : ""}${after}.`;
}
