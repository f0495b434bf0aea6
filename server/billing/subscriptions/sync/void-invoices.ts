import type { Logger } from "pino";
import Stripe from "stripe";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";

/** An invoice that its page still takes money for; an uncollectible one, too. */
export function isPayable({ status }: Stripe.Invoice): boolean {
	return status === "open" || status === "uncollectible";
}

/** Voids every open invoice of a customer, so that neither a retry nor Stripe's own page takes money for it (P267). */
export async function voidOpenInvoices(stripe: Stripe, customer: string): Promise<void> {
	for (const status of ["open", "uncollectible"] as const) {
		const open = await stripe.invoices.list({ customer, status, limit: 100 }, WHILE_SOMEONE_WAITS);
		for (const invoice of open.data) await voidInvoice(stripe, invoice);
	}
}

/**
 * Voids what is still open of subscriptions that have ended, such as after the last failed retry (P267). What Stripe
 * refuses to void, because a payment is under way, is logged and tried with the next sync.
 * @param invoices the invoices of each subscription, by its id
 */
export async function voidOfEnded(
	stripe: Stripe,
	{ found, invoices, log }: { found: Stripe.Subscription[]; invoices: Map<string, Stripe.Invoice[]>; log: Logger },
): Promise<void> {
	const ofEnded = found.filter(({ status }) => status === "canceled").flatMap(({ id }) => invoices.get(id) ?? []);
	for (const invoice of ofEnded.filter(isPayable)) {
		try {
			await voidInvoice(stripe, invoice);
		} catch (error) {
			if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
			log.warn({ err: error, invoice: invoice.id }, "an invoice of an ended subscription could not be voided");
		}
	}
}

/**
 * Voids one open invoice.
 * @returns `paid` if it was paid at this moment
 * @throws Stripe's refusal if the invoice is neither void nor paid
 */
export async function voidInvoice(stripe: Stripe, { id }: Stripe.Invoice): Promise<"void" | "paid"> {
	try {
		await stripe.invoices.voidInvoice(id, {}, WHILE_SOMEONE_WAITS);
		return "void";
	} catch (error) {
		if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
		const { status } = await stripe.invoices.retrieve(id, {}, WHILE_SOMEONE_WAITS);
		if (status === "paid") return "paid";
		if (status !== "void") throw error;
		return "void";
	}
}

/** The subscription that an invoice is of; null for any other invoice. */
export function subscriptionOf({ parent }: Stripe.Invoice): string | null {
	const subscription = parent?.subscription_details?.subscription ?? null;
	return typeof subscription === "object" ? (subscription?.id ?? null) : subscription;
}
