const MAX_LENGTH = 512;
/** Express matches paths without regard to case. */
const API_PATH = /^\/+api(?:\/|$)/i;
/** A proxy may decode a path once before passing it on, never more often. */
const DECODINGS_MAX = 3;

/**
 * The path to go to after sign-in, if it stays on our origin and leads to a page; else null.
 * `/..//evil.com` resolves to our origin but with the path `//evil.com`, which a browser takes for another host.
 */
export function safeReturnTo(value: unknown, publicOrigin: string): string | null {
	if (typeof value !== "string" || value.length > MAX_LENGTH || !value.startsWith("/")) return null;
	if (!URL.canParse(value, publicOrigin)) return null;
	const url = new URL(value, publicOrigin);
	if (url.origin !== publicOrigin || url.pathname.startsWith("//") || leadsToApi(url.pathname)) return null;
	return url.pathname + url.search + url.hash;
}

/** Whether someone who reads a path, decoded or not, may find a call of the API in it. */
function leadsToApi(pathname: string): boolean {
	let path = pathname;
	for (let times = 0; times < DECODINGS_MAX && !API_PATH.test(path); times += 1) path = decoded(path);
	return API_PATH.test(path);
}

/** A path with its ASCII characters decoded once, and its dots and backslashes resolved. */
function decoded(path: string): string {
	const text = path.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent).replaceAll(/[?#]/g, encodeURIComponent);
	return new URL(`http://localhost/${text}`).pathname;
}
