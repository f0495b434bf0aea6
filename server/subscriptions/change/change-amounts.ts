import type Stripe from "stripe";
import type { ChangeEffect } from "#shared/subscriptions/change-effect.ts";
import type { PlanChangePreview } from "#shared/subscriptions/subscription.ts";
import { WHILE_SOMEONE_LOOKS } from "../stripe/reach-stripe.ts";
import { isEnding } from "./plan-change.ts";

export type ChangeAmounts = NonNullable<PlanChangePreview["amounts"]>;

type Change = { subscriptionId: string; price: Stripe.Price; effect: ChangeEffect };

/**
 * What a change of price will charge, by Stripe's previews of the invoices to come. Errors are Stripe's.
 * Source: docs.stripe.com/api/invoices/create_preview.
 */
export async function readChangeAmounts(
	stripe: Stripe,
	{ subscriptionId, price, effect }: Change,
): Promise<ChangeAmounts> {
	const subscription = await stripe.subscriptions.retrieve(subscriptionId, {}, WHILE_SOMEONE_LOOKS);
	const [item] = subscription.items.data;
	if (!item) throw new Error(`Subscription ${subscriptionId} has no item`);
	const preview = (proration: "always_invoice" | "none") =>
		stripe.invoices.createPreview(
			{
				subscription: subscription.id,
				subscription_details: {
					items: [{ id: item.id, price: price.id, quantity: 1 }],
					proration_behavior: proration,
					...withoutEnd(subscription),
				},
			},
			WHILE_SOMEONE_LOOKS,
		);
	// Without prorations it is a whole period at the new price, with tax: the charge that comes at the end of the paid one.
	const period = await preview("none");
	const perPeriod = period.total;
	const { currency } = period;
	if (effect === "period_end") {
		const next = { amount: period.amount_due, at: isoOf(item.current_period_end) };
		return { currency, today: 0, next, perPeriod, credit: creditOf(balanceAfter(period)) };
	}
	const today = await preview("always_invoice");
	const balance = balanceAfter(today);
	return {
		currency,
		today: today.amount_due,
		next: { amount: amountDue(perPeriod + balance), at: isoOf(endOfNewPeriod(today, price)) },
		perPeriod,
		credit: creditOf(balance),
	};
}

/** A change undoes a planned end, so it is previewed without. Stripe refuses a call that sets both fields. */
function withoutEnd(subscription: Stripe.Subscription) {
	if (!isEnding(subscription)) return {};
	return subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const };
}

/** Stripe charges no less than this in euros, and adds it to the next invoice. Source: docs.stripe.com/currencies. */
const MINIMUM_CHARGE_CENTS = 50;

function amountDue(total: number): number {
	return total < MINIMUM_CHARGE_CENTS ? 0 : total;
}

/** The customer's balance once the invoice is paid: negative where Stripe owes them. */
function balanceAfter({ starting_balance: before, total, amount_due: due }: Stripe.Invoice): number {
	return before + total - due;
}

function creditOf(balance: number): number {
	return Math.max(0, -balance);
}

/** The credit's line ends with the old period, which may be years away; the new price's line with the new one. */
function endOfNewPeriod({ lines }: Stripe.Invoice, price: Stripe.Price): number {
	const ends = lines.data
		.filter(({ pricing }) => pricing?.price_details?.price === price.id)
		.map(({ period }) => period.end);
	return Math.max(...ends);
}

function isoOf(seconds: number): string {
	return new Date(seconds * 1000).toISOString();
}
