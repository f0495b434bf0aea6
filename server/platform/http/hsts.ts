/** Strict-Transport-Security for an origin; null without TLS, as in development. */
export function hstsFor(origin: string): string | null {
	return origin.startsWith("https://") ? "max-age=31536000; includeSubDomains" : null;
}
