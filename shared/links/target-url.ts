import { parseUrl } from "../platform/parse-url.ts";
import { cleanLine, trimBlank } from "../platform/plain-text.ts";

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

const BARE_HOST = /^(?:[^\s/\\?#@:.]+\.)+[^\s/\\?#@:.\d][^\s/\\?#@:.]+\.?(?::\d{1,5})?(?:[/?#]\S*)?$/u;
/** Joiners stay: emoji and Persian paths need them. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** An address without the invisible characters that word processors and chats insert. */
export function cleanAddress(text: string): string {
	return cleanLine(text.replace(INVISIBLE, ""));
}

/** An address as typed, with `https://` before a bare domain (`example.com/page`); others stay unchanged (P149). */
export function withScheme(typed: string): string {
	const text = trimBlank(typed.replace(INVISIBLE, ""));
	return BARE_HOST.test(text) && parseWebAddress(`https://${text}`) !== null ? `https://${text}` : text;
}
