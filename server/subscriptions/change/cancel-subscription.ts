import type Stripe from "stripe";
import type { Tx } from "#server/db/tx.ts";
import { currentAtStripe } from "../sync/live-subscription.ts";
import type { BillingCustomer, StripeSync } from "../sync/stripe-sync.ts";
import { isOwing, type Owed } from "./owed.ts";
import type { PlanChange } from "./plan-change.ts";

type Options = {
	now: () => Date;
	owed: Pick<Owed, "end">;
	planChange: Pick<PlanChange, "cancel">;
	sync: StripeSync;
};

/**
 * Cancels at the period's end, and drops a planned change. A subscription with a failed payment ends at once, and its
 * invoice is voided (P261). Call it while holding the user's billing lock.
 */
export function createCancelSubscription({ now, owed, planChange, sync }: Options) {
	return async (tx: Tx, customer: BillingCustomer, asked: Stripe.Subscription): Promise<"ended" | "ends later"> => {
		let current = asked;
		if (isOwing(asked)) {
			if ((await owed.end(asked)) === "ended") return "ended";
			// Paid in this very moment: it is a valid one that is canceled.
			current = currentAtStripe(await sync.syncCustomer(tx, customer), now()) ?? asked;
		}
		await planChange.cancel(current);
		return "ends later";
	};
}
