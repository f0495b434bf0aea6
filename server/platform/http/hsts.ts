/** The value of Strict-Transport-Security on answers of an origin; null where it is without TLS, as on a developer's machine. */
export function hstsFor(origin: string): string | null {
	return origin.startsWith("https://") ? "max-age=31536000; includeSubDomains" : null;
}
