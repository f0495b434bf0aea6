import Stripe from "stripe";

/** The sentence for the operator when Stripe refuses or can't be reached; null: the error isn't Stripe's. */
export function sentenceAboutStripe(error: unknown): string | null {
	if (!(error instanceof Stripe.errors.StripeError)) return null;
	if (error instanceof Stripe.errors.StripeAuthenticationError)
		return "STRIPE_SECRET_KEY: Stripe refuses this key; take the secret one from the dashboard, under API keys.";
	if (error instanceof Stripe.errors.StripePermissionError)
		return `STRIPE_SECRET_KEY: this restricted key may not do that; take the secret one. Stripe says: ${error.message}`;
	if (error instanceof Stripe.errors.StripeConnectionError) return `Stripe can't be reached: ${error.message}`;
	return `Stripe refuses: ${error.message}`;
}
