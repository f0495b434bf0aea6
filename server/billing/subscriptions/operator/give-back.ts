import Stripe from "stripe";
import { CommandError } from "#server/platform/operator/command-error.ts";

export type Money = { amount: number; currency: string };

/** The user can't be refunded; the message says why. */
export class GuaranteeError extends CommandError {
	override readonly name = "GuaranteeError";
}

/**
 * Refunds a payment, all that is left or an amount; null when someone has done so already. By no key of ours: Stripe would
 * repeat its answer to it for a day, a failure, and a refund that the bank has sent back.
 */
export async function giveBack(
	stripe: Stripe,
	paymentIntentId: string,
	{ amount, metadata }: { amount?: number; metadata: Record<string, string> },
): Promise<Stripe.Refund | null> {
	try {
		return await stripe.refunds.create({
			payment_intent: paymentIntentId,
			reason: "requested_by_customer",
			metadata,
			...(amount !== undefined && { amount }),
		});
	} catch (error) {
		const isDone = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_already_refunded";
		if (isDone) return null;
		throw error;
	}
}
