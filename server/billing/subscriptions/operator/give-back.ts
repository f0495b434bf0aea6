import Stripe from "stripe";
import { CommandError } from "#server/platform/operator/command-error.ts";

export type Money = { amount: number; currency: string };

export class GuaranteeError extends CommandError {
	override readonly name = "GuaranteeError";
}

/** Null if already refunded. Without an idempotency key, because Stripe would repeat a failure for a day. */
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
