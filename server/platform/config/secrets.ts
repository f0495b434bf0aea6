type Secrets = {
	GOOGLE_CLIENT_ID?: string | undefined;
	SESSION_SECRET?: string | undefined;
	STRIPE_SECRET_KEY?: string | undefined;
	STRIPE_WEBHOOK_SECRET?: string | undefined;
};

/** Fewer than one in ten million random secrets of 32 hexadecimal digits has fewer distinct ones. */
const MIN_DIFFERENT_CHARACTERS = 8;

const GOOGLE_CLIENT_ENDS = ".apps.googleusercontent.com";
/** `rk` is a restricted key. */
const LIVE_KEY = /^(sk|rk)_live_./;

/**
 * Keys and secrets that look set but are unsafe or unusable (P123), a sentence each; missing ones are reported
 * elsewhere. Prefixes: https://docs.stripe.com/keys.
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

/** A sandbox next to a live key: anyone who reaches it can sign in as anyone. */
export function sandboxBesideLiveKey({ STRIPE_SECRET_KEY = "" }: Secrets): string[] {
	if (!LIVE_KEY.test(STRIPE_SECRET_KEY)) return [];
	return ["SANDBOX: is on beside a live key in STRIPE_SECRET_KEY; take away one of them"];
}

function aboutWebhookSecret(secret: string): string[] {
	if (secret.trim() === "" || secret.trim().startsWith("whsec_")) return [];
	return ["STRIPE_WEBHOOK_SECRET: every secret in it must begin with whsec_"];
}
