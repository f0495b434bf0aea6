import { eq, inArray } from "drizzle-orm";
import type Stripe from "stripe";
import type { Tx } from "#server/platform/db/tx.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { endPurchase } from "../change/end-purchase.ts";
import { subscriptionOf } from "../change/open-invoices.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { isMissing } from "../stripe/reach-stripe.ts";
import type { BillingCustomer } from "../sync/stripe-sync.ts";
import type { StripeEventReference } from "./stripe-event.ts";

type Options = {
	stripe: Stripe;
	checkout: Pick<Checkout, "closeAll">;
	customer: BillingCustomer;
	/** Events in progress; a sync has already read their payments. */
	events: { type: string; payload: unknown }[];
	found: Stripe.Subscription[];
};

/**
 * Ends what payments with a lost dispute have bought (P267, P565). No later sync repeats it, because an operator may
 * let the customer subscribe again.
 * @returns whether there was any; the customer must then be read again
 */
export async function endAfterLostDisputes(
	tx: Tx,
	{ stripe, checkout, customer, events, found }: Options,
): Promise<boolean> {
	const closed = await intentsNamed(
		stripe,
		events.filter(({ type }) => type === "charge.dispute.closed"),
	);
	if (closed.length === 0) return false;
	const named = await tx.select().from(payments).where(inArray(payments.stripePaymentIntentId, closed));
	const lost = named.filter(({ status, userId }) => status === "lost" && userId === customer.userId);
	if (lost.length === 0) return false;
	const paidFor: (string | null)[] = [];
	for (const { stripeInvoiceId } of lost) {
		if (stripeInvoiceId) paidFor.push(subscriptionOf(await stripe.invoices.retrieve(stripeInvoiceId)));
	}
	await endPurchase(
		{ stripe, checkout },
		{
			customerId: customer.customerId,
			paidBack: lost.map(({ stripePaymentIntentId: id }) => id),
			payments: await tx.select().from(payments).where(eq(payments.userId, customer.userId)),
			subscriptions: found.filter(({ id }) => paidFor.includes(id)),
		},
	);
	return true;
}

/** The payment intents that events name, such as refunds and disputes; some name only the charge. */
export async function intentsNamed(stripe: Stripe, events: { payload: unknown }[]): Promise<string[]> {
	const named = new Set<string>();
	for (const { payload } of events) {
		const { payment_intent: intent, charge } = (payload as StripeEventReference).data.object;
		const id = intent ?? (charge && (await intentOf(stripe, charge)));
		if (id) named.add(id);
	}
	return [...named];
}

async function intentOf(stripe: Stripe, charge: string): Promise<string | null> {
	try {
		const { payment_intent: intent } = await stripe.charges.retrieve(charge);
		return typeof intent === "object" ? (intent?.id ?? null) : intent;
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
}
