import Stripe from "stripe";
import type { ChangeEffect } from "#shared/billing/subscriptions/change-effect.ts";
import type { CheckoutRequest, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { WHILE_SOMEONE_LOOKS, WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { withoutEnd } from "../sync/planned-change.ts";

export type ChangeAmounts = NonNullable<PlanChangePreview["amounts"]>;

type Change = { subscriptionId: string; price: Stripe.Price; effect: ChangeEffect };
type Previewed = Pick<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails, "proration_behavior" | "proration_date">;

/** How long a displayed amount may still be charged: unused time loses value every second. */
const AGREED_FOR_S = 10 * 60;

/** Throws Stripe's errors. Source: docs.stripe.com/api/invoices/create_preview. */
export async function readChangeAmounts(
	stripe: Stripe,
	{ subscriptionId, price, effect }: Change,
): Promise<ChangeAmounts> {
	const subscription = await stripe.subscriptions.retrieve(subscriptionId, {}, WHILE_SOMEONE_LOOKS);
	const preview = (how: Previewed) => previewOf(stripe, { subscription, price, ...how }, WHILE_SOMEONE_LOOKS);
	// A full period at the new price, with tax: the charge at the end of the paid period.
	const period = await preview({ proration_behavior: "none" });
	const perPeriod = period.total;
	const { currency } = period;
	if (effect === "period_end") {
		const next = { amount: period.amount_due, at: isoOf(subscription.items.data[0]?.current_period_end ?? 0) };
		return { currency, today: 0, prorationDate: null, next, perPeriod, credit: creditOf(balanceAfter(period)) };
	}
	const today = await preview({ proration_behavior: "always_invoice" });
	const balance = balanceAfter(today);
	return {
		currency,
		today: today.amount_due,
		prorationDate: prorationDateOf(today),
		next: { amount: amountDue(perPeriod + balance), at: isoOf(endOfNewPeriod(today, price)) },
		perPeriod,
		credit: creditOf(balance),
	};
}

/** By Stripe's own clock, because a test customer's may differ from ours. */
export async function isStillCharged(
	stripe: Stripe,
	change: { subscription: Stripe.Subscription; price: Stripe.Price },
	agreed: NonNullable<CheckoutRequest["agreed"]>,
): Promise<boolean> {
	const preview = (how: Previewed) =>
		previewOf(stripe, { ...change, proration_behavior: "always_invoice", ...how }, WHILE_SOMEONE_WAITS);
	const age = (prorationDateOf(await preview({})) ?? 0) - agreed.prorationDate;
	if (age < 0 || age > AGREED_FOR_S) return false;
	try {
		const { amount_due: due } = await preview({ proration_date: agreed.prorationDate });
		return due === agreed.amount;
	} catch (error) {
		// A new period has begun since.
		if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
		throw error;
	}
}

async function previewOf(
	stripe: Stripe,
	{ subscription, price, ...how }: { subscription: Stripe.Subscription; price: Stripe.Price } & Previewed,
	options: Stripe.RequestOptions,
): Promise<Stripe.Invoice> {
	const [item] = subscription.items.data;
	if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
	const items = [{ id: item.id, price: price.id, quantity: 1 }];
	// A change undoes a planned end, so the preview omits it.
	const details = { items, ...how, ...withoutEnd(subscription) };
	return stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: details }, options);
}

function prorationDateOf({ parent }: Stripe.Invoice): number | null {
	return parent?.subscription_details?.subscription_proration_date ?? null;
}

/** Stripe's minimum charge in euros; smaller amounts go on the next invoice. Source: docs.stripe.com/currencies. */
const MINIMUM_CHARGE_CENTS = 50;

function amountDue(total: number): number {
	return total < MINIMUM_CHARGE_CENTS ? 0 : total;
}

/** Negative if Stripe owes the customer. */
function balanceAfter({ starting_balance: before, total, amount_due: due }: Stripe.Invoice): number {
	return before + total - due;
}

function creditOf(balance: number): number {
	return Math.max(0, -balance);
}

/** The credit's line ends with the old period, possibly years away; the new price's line ends with the new period. */
function endOfNewPeriod({ lines }: Stripe.Invoice, price: Stripe.Price): number {
	const ends = lines.data
		.filter(({ pricing }) => pricing?.price_details?.price === price.id)
		.map(({ period }) => period.end);
	return Math.max(...ends);
}

function isoOf(seconds: number): string {
	return new Date(seconds * 1000).toISOString();
}
