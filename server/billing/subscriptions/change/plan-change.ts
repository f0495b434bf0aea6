import type Stripe from "stripe";
import { AppError } from "#server/platform/http/app-error.ts";
import { isMissing, WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { exchangeEnd, isEnding, planPrice, readPlan, releaseSchedule, withoutEnd } from "../sync/planned-change.ts";
import { factsOf } from "../sync/subscription-row.ts";
import { voidInvoice } from "./open-invoices.ts";

export type Changed = Stripe.Response<Stripe.Subscription> | undefined;
export type PlanChange = ReturnType<typeof createPlanChange>;

/** Creates the changes that subscribers make to their subscription (docs/decisions/0089). */
export function createPlanChange({ stripe }: { stripe: Stripe }) {
	return {
		/**
		 * Changes the price and charges the difference in one call, or nothing. A schedule must be dropped first.
		 * @param prorationDate when the displayed amount was previewed, in Unix seconds
		 * @returns the invoice's page if the bank requires authentication; null once the change is made
		 * @throws AppError `card_declined`
		 */
		async changeNow(
			subscription: Stripe.Subscription,
			price: Stripe.Price,
			prorationDate: number,
		): Promise<string | null> {
			const [item] = subscription.items.data;
			if (!item) throw new AppError("subscription_fixed", "This subscription cannot be changed");
			return withoutPlan(subscription, async () => {
				// A pending update can only cancel this kind of end, so the portal's kind is converted, at the same moment.
				if (subscription.cancel_at !== null) await endWithPeriod(subscription);
				const changed = await stripe.subscriptions
					.update(
						subscription.id,
						{
							items: [{ id: item.id, price: price.id, quantity: 1 }],
							payment_behavior: "pending_if_incomplete",
							proration_behavior: "always_invoice",
							proration_date: prorationDate,
							cancel_at_period_end: false,
							expand: ["latest_invoice"],
						},
						{ idempotencyKey: `change ${idOf(subscription.latest_invoice)} ${price.id} ${prorationDate}` },
					)
					.catch((error: unknown) => {
						throw isMissing(error) ? cardDeclined() : error;
					});
				return changed.pending_update ? pageOf(changed.latest_invoice as Stripe.Invoice) : null;
			});
		},

		/** Schedules another price for the end of the paid period, replacing a planned end; nothing is charged until then. */
		async planForPeriodEnd(subscription: Stripe.Subscription, price: Stripe.Price): Promise<void> {
			await exchangeEnd(stripe, subscription);
			await planPrice(stripe, subscription, price);
		},

		/**
		 * Ends the subscription with its paid period, at the latest. Idempotent.
		 * @returns Stripe's answer; undefined if nothing had to change
		 */
		async cancel(subscription: Stripe.Subscription): Promise<Changed> {
			if (factsOf(subscription)?.cancelAtPeriodEnd) return undefined;
			return withoutPlan(subscription, () => endWithPeriod(subscription));
		},

		/** Undoes a scheduled end. Returns as `cancel` does. */
		async keepGoing(subscription: Stripe.Subscription): Promise<Changed> {
			if (!isEnding(subscription)) return undefined;
			return stripe.subscriptions.update(subscription.id, withoutEnd(subscription), WHILE_SOMEONE_WAITS);
		},

		dropPlan: (subscription: Stripe.Subscription) => releaseSchedule(stripe, subscription),
	};

	async function endWithPeriod({ id, cancel_at_period_end: isSo }: Stripe.Subscription): Promise<Changed> {
		if (isSo) return undefined;
		return stripe.subscriptions.update(id, { cancel_at_period_end: true }, WHILE_SOMEONE_WAITS);
	}

	/** The bank's authentication page. An unpaid change that needs no authentication is dropped. */
	async function pageOf(invoice: Stripe.Invoice): Promise<string | null> {
		const { data } = await stripe.invoicePayments.list(
			{ invoice: invoice.id, expand: ["data.payment.payment_intent"] },
			WHILE_SOMEONE_WAITS,
		);
		const [intent] = data.map(({ payment }) => payment.payment_intent);
		const waits = typeof intent === "object" && ["requires_action", "processing"].includes(intent.status);
		if (waits && invoice.hosted_invoice_url) return invoice.hosted_invoice_url;
		if ((await voidInvoice(stripe, invoice)) === "paid") return null;
		throw cardDeclined();
	}

	/** Schedules the planned change again if the new one fails, because a dropped change is offered again (P260). */
	async function withoutPlan<T>(subscription: Stripe.Subscription, change: () => Promise<T>): Promise<T> {
		const { price } = await readPlan(stripe, subscription);
		await releaseSchedule(stripe, subscription);
		try {
			return await change();
		} catch (error) {
			if (price) await planUnlessChanged(subscription, price).catch(() => undefined);
			throw error;
		}
	}

	/** A failed call may still have been executed. */
	async function planUnlessChanged({ id, items }: Stripe.Subscription, price: Stripe.Price): Promise<void> {
		const present = await stripe.subscriptions.retrieve(id, {}, WHILE_SOMEONE_WAITS);
		const isSame = present.items.data[0]?.price.id === items.data[0]?.price.id;
		if (isSame && !isEnding(present) && !present.pending_update) await planPrice(stripe, present, price);
	}
}

function cardDeclined(): AppError {
	return new AppError(
		"card_declined",
		"Your card was declined. Nothing has changed. Update your card, then choose the plan again.",
	);
}

function idOf(object: string | { id: string } | null): string {
	return typeof object === "object" ? (object?.id ?? "") : object;
}
