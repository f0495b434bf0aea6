const MAX_LENGTH = 512;

/**
 * The path to go to after sign-in, if it stays on our origin; else null.
 * `/..//evil.com` resolves to our origin but with the path `//evil.com`, which a browser takes for another host.
 */
export function safeReturnTo(value: unknown, publicOrigin: string): string | null {
	if (typeof value !== "string" || value.length > MAX_LENGTH || !value.startsWith("/")) return null;
	if (!URL.canParse(value, publicOrigin)) return null;
	const url = new URL(value, publicOrigin);
	if (url.origin !== publicOrigin || url.pathname.startsWith("//") || url.pathname.startsWith("/api/")) return null;
	return url.pathname + url.search + url.hash;
}
