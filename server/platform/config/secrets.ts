type Secrets = {
	GOOGLE_CLIENT_ID?: string | undefined;
	SESSION_SECRET?: string | undefined;
	STRIPE_SECRET_KEY?: string | undefined;
	STRIPE_WEBHOOK_SECRET?: string | undefined;
};

/** Of a random secret of 32 hexadecimal digits, fewer than one in ten million has so few different ones. */
const MIN_DIFFERENT_CHARACTERS = 8;

const GOOGLE_CLIENT_ENDS = ".apps.googleusercontent.com";
/** The second one is restricted to what it may do. */
const LIVE_KEY = /^(sk|rk)_live_./;

/**
 * Keys and secrets that would start and then fail, or protect nobody (P123), one sentence each. Those that are
 * missing are someone else's to name. Stripe's prefixes: https://docs.stripe.com/keys.
 */
export function unfitForProduction(secrets: Secrets): string[] {
	const { GOOGLE_CLIENT_ID, SESSION_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = secrets;
	return [
		...(GOOGLE_CLIENT_ID?.endsWith(GOOGLE_CLIENT_ENDS) === false
			? [`GOOGLE_CLIENT_ID: must end in ${GOOGLE_CLIENT_ENDS}, as in Google's console under Clients`]
			: []),
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
	if (key === "" || LIVE_KEY.test(key)) return [];
	return ["STRIPE_SECRET_KEY: must begin with sk_live_ or rk_live_"];
}

/** A sandbox that was left on where real money is taken: anyone who reaches it is anyone they like. */
export function sandboxBesideLiveKey({ STRIPE_SECRET_KEY = "" }: Secrets): string[] {
	if (!LIVE_KEY.test(STRIPE_SECRET_KEY)) return [];
	return ["SANDBOX: is on beside a live key in STRIPE_SECRET_KEY; take away one of them"];
}

function aboutWebhookSecret(secret: string): string[] {
	if (secret.trim() === "" || secret.trim().startsWith("whsec_")) return [];
	return ["STRIPE_WEBHOOK_SECRET: every secret in it must begin with whsec_"];
}
