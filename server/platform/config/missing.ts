type Values = Record<string, unknown>;

/** Settings without their required counterpart, a sentence each. */
export function halfSet(values: Values): string[] {
	const pairs = [
		["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
		["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
		["IMAGES_S3_ACCESS_KEY_ID", "IMAGES_S3_SECRET_ACCESS_KEY"],
	] as const;
	const halves = pairs.flatMap(([a, b]) => {
		if (Boolean(values[a]) === Boolean(values[b])) return [];
		return [values[a] ? `${b}: is missing, but ${a} is set` : `${a}: is missing, but ${b} is set`];
	});
	halves.push(...withoutBucket(values));
	// A mail from an address that nobody chose would end up as spam.
	if (values.SMTP_URL && !values.MAIL_FROM) halves.push("MAIL_FROM: is missing, but SMTP_URL is set");
	if (values.MAIL_FROM && !values.SMTP_URL) halves.push("SMTP_URL: is missing, but MAIL_FROM is set");
	// Without a proxy, visitors could set the header themselves.
	if (values.IP_COUNTRY_HEADER && !values.TRUST_PROXY) {
		halves.push("TRUST_PROXY: is missing, but IP_COUNTRY_HEADER is set");
	}
	// The embedded database has no replica.
	if (!values.DATABASE_REPLICA_URL || values.DATABASE_URL) return halves;
	return [...halves, "DATABASE_URL: is missing, but DATABASE_REPLICA_URL is set"];
}

/** Storage settings without a bucket, which would be ignored. */
function withoutBucket(values: Values): string[] {
	if (values.IMAGES_S3_BUCKET) return [];
	const set = ["IMAGES_S3_ENDPOINT", "IMAGES_S3_ACCESS_KEY_ID"].find((name) => values[name]);
	return set ? [`IMAGES_S3_BUCKET: is missing, but ${set} is set`] : [];
}

/** What production needs and lacks, a sentence each. */
export function missingInProduction(values: Values, publicOrigin: string): string[] {
	const needed = [
		"DATABASE_URL",
		"GOOGLE_CLIENT_ID",
		"GOOGLE_CLIENT_SECRET",
		"PUBLIC_ORIGIN",
		"SESSION_SECRET",
		"STRIPE_SECRET_KEY",
		"STRIPE_WEBHOOK_SECRET",
	] as const;
	const missing = needed.filter((name) => !values[name]).map((name) => `${name}: is missing`);
	if (values.PUBLIC_ORIGIN && !publicOrigin.startsWith("https://")) {
		missing.push("PUBLIC_ORIGIN: must be an https address in production");
	}
	return missing.length > 0 ? [...missing, "(SANDBOX=1 starts with stand-ins for what is missing)"] : [];
}
