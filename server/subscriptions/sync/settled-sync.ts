import type Stripe from "stripe";
import type { Tx } from "#server/db/tx.ts";
import type { TakeBacks, Whereabouts } from "../change/take-back.ts";
import type { BillingCustomer, StripeSync } from "./stripe-sync.ts";

export type SettledSync = {
	/** As `StripeSync`'s; who may still be on Stripe's page is not disturbed, unless it is said that they are back. */
	syncCustomer(tx: Tx, customer: BillingCustomer, whereabouts?: Whereabouts): Promise<Stripe.Subscription[]>;
};

type Options = { sync: StripeSync; takeBacks: Pick<TakeBacks, "settle"> };

/** The sync, which also restores what was taken back for an unconfirmed change (P127). */
export function createSettledSync({ sync, takeBacks }: Options): SettledSync {
	return {
		async syncCustomer(tx, customer, whereabouts = "away") {
			const found = await sync.syncCustomer(tx, customer);
			const isChanged = await takeBacks.settle(customer.userId, found, whereabouts);
			return isChanged ? sync.syncCustomer(tx, customer) : found;
		},
	};
}
