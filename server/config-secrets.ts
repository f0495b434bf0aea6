type Secrets = {
	SESSION_SECRET?: string | undefined;
	STRIPE_SECRET_KEY?: string | undefined;
	STRIPE_WEBHOOK_SECRET?: string | undefined;
};

/** Of a random secret of 32 hexadecimal digits, fewer than one in ten million has so few different ones. */
const MIN_DIFFERENT_CHARACTERS = 8;

/**
 * Keys and secrets that would start and then fail, or protect nobody (P123), one sentence each. Those that are
 * missing are somebody else's to name. Stripe's prefixes: https://docs.stripe.com/keys.
 */
export function unfitForProduction({ SESSION_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Secrets): string[] {
	return [
		...[STRIPE_SECRET_KEY ?? ""].flatMap(aboutStripeKey),
		...(STRIPE_WEBHOOK_SECRET ?? "").split(",").flatMap(aboutWebhookSecret),
		...(SESSION_SECRET !== undefined && new Set(SESSION_SECRET).size < MIN_DIFFERENT_CHARACTERS
			? ["SESSION_SECRET: is easily guessed; take what `openssl rand -hex 32` prints"]
			: []),
	];
}

function aboutStripeKey(key: string): string[] {
	if (/^(sk|rk)_test_/.test(key)) return ["STRIPE_SECRET_KEY: is a test key, which takes no money"];
	if (key.startsWith("pk_")) return ["STRIPE_SECRET_KEY: is a publishable key; the secret one begins with sk_live_"];
	return [];
}

function aboutWebhookSecret(secret: string): string[] {
	if (secret.trim() === "" || secret.trim().startsWith("whsec_")) return [];
	return ["STRIPE_WEBHOOK_SECRET: every secret in it must begin with whsec_"];
}
