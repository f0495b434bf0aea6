import type Stripe from "stripe";
import type { Tx } from "#server/db/tx.ts";
import { currentAtStripe } from "../sync/live-subscription.ts";
import type { SettledSync } from "../sync/settled-sync.ts";
import type { BillingCustomer } from "../sync/stripe-sync.ts";
import { endAtOnce } from "./end-at-once.ts";
import { isOwing, type Owed } from "./owed.ts";
import type { PlanChange } from "./plan-change.ts";
import type { TakeBacks } from "./take-back.ts";

type Options = {
	stripe: Stripe;
	now: () => Date;
	owed: Pick<Owed, "end">;
	planChange: Pick<PlanChange, "cancel">;
	sync: SettledSync;
	takeBacks: Pick<TakeBacks, "beforeCancel">;
};

/**
 * Cancels at the period's end, and drops a planned change, which is restored if that fails. A subscription with a
 * failed payment ends at once, and its invoice is voided (P261). Call it while holding the user's billing lock.
 */
export function createCancelSubscription({ stripe, now, owed, planChange, sync, takeBacks }: Options) {
	return async (tx: Tx, customer: BillingCustomer, asked: Stripe.Subscription): Promise<"ended" | "ends later"> => {
		if (await endAtOnce(stripe, asked)) return "ended";
		if (!isOwing(asked)) return endLater(tx, customer, asked);
		if ((await owed.end(asked)) === "ended") return "ended";
		// Paid in this very moment: it is a valid one that is canceled.
		return endLater(tx, customer, currentAtStripe(await sync.syncCustomer(tx, customer), now()) ?? asked);
	};

	async function endLater(tx: Tx, customer: BillingCustomer, current: Stripe.Subscription): Promise<"ends later"> {
		const isPlanned = await takeBacks.beforeCancel(customer.userId, current);
		try {
			await planChange.cancel(current);
		} catch (error) {
			// Where this fails, too, the reconciler comes to it.
			if (isPlanned) await sync.syncCustomer(tx, customer, "back").catch(() => undefined);
			throw error;
		}
		return "ends later";
	}
}
