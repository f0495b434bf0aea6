export type S3Place = {
	bucket: string;
	region: string;
	endpoint: string | null;
	/** null: the AWS SDK's default, such as the machine's role. */
	credentials: { accessKeyId: string; secretAccessKey: string } | null;
};

type ImageValues = {
	IMAGES_S3_BUCKET?: string | undefined;
	IMAGES_S3_REGION: string;
	IMAGES_S3_ENDPOINT?: string | undefined;
	IMAGES_S3_ACCESS_KEY_ID?: string | undefined;
	IMAGES_S3_SECRET_ACCESS_KEY?: string | undefined;
};

/** Both values, or null if one is missing. */
export function pair(first: string | undefined, second: string | undefined): [string, string] | null {
	return first && second ? [first, second] : null;
}

/** The bucket of images; null: they are files. */
export function imageBucket(values: ImageValues): S3Place | null {
	const { IMAGES_S3_BUCKET: bucket, IMAGES_S3_REGION: region, IMAGES_S3_ENDPOINT: endpoint = null } = values;
	if (!bucket) return null;
	const keys = pair(values.IMAGES_S3_ACCESS_KEY_ID, values.IMAGES_S3_SECRET_ACCESS_KEY);
	return { bucket, region, endpoint, credentials: keys && { accessKeyId: keys[0], secretAccessKey: keys[1] } };
}

export const WEB_RISK_ORIGIN = "https://webrisk.googleapis.com";

/** Google itself. */
export function realGoogle([clientId, clientSecret]: [string, string]) {
	return {
		clientId,
		clientSecret,
		authorizationURL: "https://accounts.google.com/o/oauth2/v2/auth",
		tokenURL: "https://oauth2.googleapis.com/token",
		// It must end in /userinfo, or the strategy parses the answer as the retired Google+ format.
		userProfileURL: "https://www.googleapis.com/oauth2/v3/userinfo",
		isSandbox: false,
	};
}

/** The browser visits the first address; the server requests the other two from itself. */
export function sandboxGoogle(publicOrigin: string, ownOrigin: string) {
	return {
		clientId: "sandbox-client",
		clientSecret: "sandbox-secret",
		authorizationURL: `${publicOrigin}/sandbox/google/authorize`,
		tokenURL: `${ownOrigin}/sandbox/google/token`,
		userProfileURL: `${ownOrigin}/sandbox/google/userinfo`,
		isSandbox: true,
	};
}

/** Several secrets are separated by commas. */
export function realStripe([secretKey, webhookSecret]: [string, string], automaticTax: boolean) {
	const webhookSecrets = webhookSecret
		.split(",")
		.map((secret) => secret.trim())
		.filter(Boolean);
	return {
		secretKey,
		webhookSecrets,
		host: "api.stripe.com",
		port: 443,
		protocol: "https" as const,
		automaticTax,
		isSandbox: false,
	};
}

/** The sandbox in this process. */
export function sandboxStripe(ownOrigin: string) {
	const { hostname, port } = new URL(ownOrigin);
	return {
		secretKey: "sk_test_sandbox",
		webhookSecrets: ["whsec_sandbox"],
		// Node expects an IPv6 address without brackets.
		host: hostname.replace(/^\[|\]$/g, ""),
		port: Number(port || 80),
		protocol: "http" as const,
		automaticTax: false,
		isSandbox: true,
	};
}
