import type Stripe from "stripe";
import { beginTrial, type PauseOf, pause } from "./by-hand.ts";
import { closeDispute, openDispute } from "./disputes.ts";
import { markUncollectible } from "./invoicing.ts";
import { saveCard } from "./payment-methods.ts";
import { cancelInPortal, chargeFromNowOn } from "./portal.ts";
import { failRefund } from "./refunds.ts";
import type { Store } from "./store.ts";
import type * as Stored from "./stored.ts";
import { updateSubscription } from "./subscription-changes.ts";
import { advance } from "./time.ts";
import type { WebhookSender } from "./webhooks.ts";
import type { AfterRetries, World } from "./world.ts";

export type StripeControl = ReturnType<typeof stripeControl>;

/** Moves time and triggers what no API call does. Each resolves once it is on disk. */
export function stripeControl(world: World, webhooks: WebhookSender) {
	const { store } = world;
	const chargeOf = (paymentIntent: string) => {
		const intent = store.paymentIntents.require(paymentIntent, "paymentIntent");
		return store.charges.require(intent.latest_charge ?? "", "paymentIntent");
	};
	return {
		webhooks,
		/** Lets a customer (everyone without one) live through some time: renewals, retries, expiries. */
		advance: async ({ customer, days = 0, seconds = 0 }: { customer?: string; days?: number; seconds?: number }) => {
			await advance(world, { customer: customer ?? null, seconds: Math.round(days * 86_400 + seconds) });
			await store.flush();
		},
		/** What is kept, newest first: for what a test looks at and the product never asks for. */
		kept: keptIn(store),
		/** The moment it is for a customer, in Unix seconds. */
		now: (customer?: string): number => world.now(customer),
		/** Charges a customer to another test card from now on, such as 4000 0000 0000 0341 whose renewals fail. */
		setCard: async ({ customer, cardNumber }: { customer: string; cardNumber: string }) => {
			const method = saveCard(world, customer, { cardNumber, name: "", country: "" });
			chargeFromNowOn(world, customer, method.id);
			await store.flush();
		},
		/** What becomes of a subscription whose renewal failed for the last time; `cancel` unless said. */
		setAfterRetries: (choice: AfterRetries) => {
			world.settings.afterRetries = choice;
		},
		/** Cancels as the portal does: `cancel_at` alone. */
		cancelInPortal: async ({ subscription }: { subscription: string }) => {
			const [configuration] = store.portalConfigurations.list((one) => one.active);
			if (configuration)
				cancelInPortal(world, configuration, store.subscriptions.require(subscription, "subscription"));
			await store.flush();
		},
		/** Begins a trial of so many days, as an operator does in Stripe's dashboard. */
		trial: async ({ subscription, days }: { subscription: string; days: number }) => {
			beginTrial(world, store.subscriptions.require(subscription, "subscription"), days);
			await store.flush();
		},
		/** Pauses the payments of a subscription (`collection`), for so many days or until further notice, or all of it. */
		pause: async ({ subscription, what, days }: { subscription: string; what: PauseOf; days?: number }) => {
			pause(world, store.subscriptions.require(subscription, "subscription"), { what, days });
			await store.flush();
		},
		/** An operator sells several at once, from the next period on. */
		setQuantity: async ({ subscription, quantity }: { subscription: string; quantity: number }) => {
			const changed = store.subscriptions.require(subscription, "subscription");
			const data = changed.items.data.map((item) => ({ ...item, quantity }));
			updateSubscription(world, changed, { items: { ...changed.items, data } });
			await store.flush();
		},
		/** An operator gives an open invoice up. */
		markUncollectible: async ({ invoice }: { invoice: string }) => {
			markUncollectible(world, store.invoices.require(invoice, "invoice"));
			await store.flush();
		},
		/** The customer's bank takes a payment back. */
		dispute: async ({ paymentIntent }: { paymentIntent: string }) => {
			const dispute = openDispute(world, chargeOf(paymentIntent));
			await store.flush();
			return { id: dispute.id };
		},
		/** The bank decides a dispute. */
		closeDispute: async ({ dispute, outcome }: { dispute: string; outcome: "won" | "lost" }) => {
			closeDispute(world, dispute, outcome);
			await store.flush();
		},
		/** The bank sends refunded money back. */
		failRefund: async ({ refund }: { refund: string }) => {
			failRefund(world, refund);
			await store.flush();
		},
	};
}

export type Kept = {
	customers: () => Stored.Customer[];
	charges: (customer: string) => Stored.Charge[];
	disputes: () => Stored.Dispute[];
	events: () => Stripe.Event[];
	invoicePayments: () => Stored.InvoicePayment[];
	refunds: () => Stored.Refund[];
};

function keptIn(store: Store): Kept {
	return {
		customers: () => structuredClone(store.customers.list((one) => !one.deleted)),
		charges: (customer) => structuredClone(store.charges.list((one) => one.customer === customer)),
		disputes: () => structuredClone(store.disputes.list()),
		events: () => structuredClone(store.events.list()),
		invoicePayments: () => structuredClone(store.invoicePayments.list()),
		refunds: () => structuredClone(store.refunds.list()),
	};
}
