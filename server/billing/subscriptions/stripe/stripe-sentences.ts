import Stripe from "stripe";

/** The message for the operator if Stripe refuses or is unreachable; null for other errors. */
export function sentenceAboutStripe(error: unknown): string | null {
	if (!(error instanceof Stripe.errors.StripeError)) return null;
	if (error instanceof Stripe.errors.StripeAuthenticationError)
		return "STRIPE_SECRET_KEY: Stripe refuses this key; take the secret one from the dashboard, under API keys.";
	if (error instanceof Stripe.errors.StripePermissionError)
		return `STRIPE_SECRET_KEY: this restricted key may not do that; take the secret one. Stripe says: ${error.message}`;
	if (error instanceof Stripe.errors.StripeConnectionError) return `Stripe can't be reached: ${error.message}`;
	return `Stripe refuses: ${error.message}`;
}
