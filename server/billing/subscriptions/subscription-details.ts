import Stripe from "stripe";
import type { SubscriptionDetails } from "#shared/billing/subscriptions/subscription.ts";
import { WHILE_SOMEONE_LOOKS } from "./stripe/reach-stripe.ts";

type Charge = { amount: number; currency: string };

/** Reads facts that our rows lack: the next charge, the card, and the name on the invoice. */
export function createSubscriptionDetails({ stripe }: { stripe: Stripe }) {
	return {
		async read(subscriptionId: string): Promise<SubscriptionDetails> {
			const expand = ["default_payment_method", "customer.invoice_settings.default_payment_method", "customer.tax_ids"];
			const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand }, WHILE_SOMEONE_LOOKS);
			const at = subscription.items.data[0]?.current_period_end;
			const isEnding = endsBy(subscription, at);
			const preview = await previewOf(subscriptionId, isEnding ? withoutEnd(subscription) : undefined);
			const charge = preview && at ? { ...preview, at: new Date(at * 1000).toISOString() } : null;
			const next = isEnding ? { renewal: null, reactivated: charge } : { renewal: charge, reactivated: null };
			return { ...next, card: cardOf(subscription), billedTo: billedTo(subscription) };
		},
	};

	/** Includes credit, tax and a planned change. Source: docs.stripe.com/api/invoices/create_preview. */
	async function previewOf(
		subscription: string,
		details?: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails,
	): Promise<Charge | null> {
		try {
			const asked = { subscription, ...(details && { subscription_details: details }) };
			const preview = await stripe.invoices.createPreview(asked, WHILE_SOMEONE_LOOKS);
			return { amount: preview.amount_due, currency: preview.currency };
		} catch (error) {
			// A subscription that ends has no upcoming invoice.
			if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "invoice_upcoming_none")
				return null;
			throw error;
		}
	}
}

/** Whether it ends with the paid period; Stripe's portal sets only `cancel_at`. */
function endsBy({ cancel_at_period_end: atEnd, cancel_at: cancelAt }: Stripe.Subscription, periodEnd = 0): boolean {
	return atEnd || (typeof cancelAt === "number" && cancelAt <= periodEnd);
}

/** Undoes a planned end in a preview. Stripe refuses a call that sets both fields. */
function withoutEnd({ cancel_at_period_end: endsWithPeriod }: Stripe.Subscription) {
	return endsWithPeriod ? { cancel_at_period_end: false } : { cancel_at: "" as const };
}

/** The subscription's own card, else the customer's default: the order in which Stripe charges. */
function cardOf({ default_payment_method: own, customer }: Stripe.Subscription): SubscriptionDetails["card"] {
	const settings = typeof customer === "object" && !customer.deleted ? customer.invoice_settings : null;
	const card = methodIn(own) ?? methodIn(settings?.default_payment_method);
	if (!card) return null;
	return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}

/** A deleted customer has no upcoming invoices. */
function billedTo({ customer }: Stripe.Subscription): SubscriptionDetails["billedTo"] {
	const { name, address, tax_ids: taxIds } = typeof customer === "object" && !customer.deleted ? customer : {};
	const { line1, line2, postal_code, city, state, country } = address ?? {};
	const lines = [line1, line2, [postal_code, city].filter(Boolean).join(" "), state].filter(Boolean);
	return {
		name: name || null,
		address: lines.join("\n") || null,
		country: country || null,
		vatNumber: taxIds?.data.find(({ type }) => type === "eu_vat")?.value ?? null,
	};
}

function methodIn(method: string | Stripe.PaymentMethod | null | undefined): Stripe.PaymentMethod.Card | null {
	return typeof method === "object" ? (method?.card ?? null) : null;
}
