import { parseUrl } from "../platform/parse-url.ts";

/** Longest stored target, measured on the normalized address (`new URL(x).href`). */
export const TARGET_URL_MAX = 2048;

// The URL parser drops tabs and line breaks, which pasted text has; other controls are never meant.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for (P54)
const CONTROL_BUT_PASTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/**
 * Parses a target as both sides can check it: http or https, no credentials, at most 2048 characters normalized. The
 * server also checks the host (`server/platform/outbound/target-host.ts`).
 * @returns the parsed address, or null
 */
export function parseWebAddress(text: string): URL | null {
	if (CONTROL_BUT_PASTED.test(text)) return null;
	const url = parseUrl(text);
	if (url === null) return null;
	if (url.protocol !== "https:" && url.protocol !== "http:") return null;
	if (url.username !== "" || url.password !== "") return null;
	if (url.href.length > TARGET_URL_MAX) return null;
	return url;
}

export function isWebAddress(text: string): boolean {
	return parseWebAddress(text) !== null;
}
