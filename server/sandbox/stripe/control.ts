import { closeDispute, openDispute } from "./disputes.ts";
import { saveCard } from "./payment-methods.ts";
import { cancelInPortal, chargeFromNowOn } from "./portal.ts";
import { failRefund } from "./refunds.ts";
import { advance } from "./time.ts";
import type { WebhookSender } from "./webhooks.ts";
import type { AfterRetries, World } from "./world.ts";

export type StripeControl = ReturnType<typeof stripeControl>;

/** Moves time and makes things happen that nobody calls an API for. Each resolves once it is on disk. */
export function stripeControl(world: World, webhooks: WebhookSender) {
	const { store } = world;
	const chargeOf = (paymentIntent: string) => {
		const intent = store.paymentIntents.require(paymentIntent, "paymentIntent");
		return store.charges.require(intent.latest_charge ?? "", "paymentIntent");
	};
	return {
		webhooks,
		/** Lets a customer (everybody without one) live through some time: renewals, retries, expiries. */
		advance: async ({ customer, days = 0, seconds = 0 }: { customer?: string; days?: number; seconds?: number }) => {
			await advance(world, { customer: customer ?? null, seconds: Math.round(days * 86_400 + seconds) });
			await store.flush();
		},
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
