import { parseUrl } from "../platform/parse-url.ts";
import { cleanLine, trimBlank } from "../platform/plain-text.ts";

/** Longest target that is stored, measured on the normalised address (`new URL(x).href`). */
export const TARGET_URL_MAX = 2048;

// The URL parser drops tabs and line breaks, as it does for what people paste; the others are never meant.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for (P54)
const CONTROL_BUT_PASTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/**
 * The shape of a target that both sides can judge: an http or https address without credentials, at
 * most 2048 characters once normalised. The server refuses our own host and private networks as well
 * (`server/platform/outbound/target-host.ts`).
 * @returns the parsed address, or null.
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

/** A host as people type it: at least one dot, a last part that is no number, then a port or a path or nothing. */
const BARE_HOST = /^(?:[^\s/\\?#@:.]+\.)+[^\s/\\?#@:.\d][^\s/\\?#@:.]+\.?(?::\d{1,5})?(?:[/?#]\S*)?$/u;
/** Joiners stay: emoji and Persian have them in their paths. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** An address as it was meant: without the invisible characters that word processors and chats put anywhere into it. */
export function cleanAddress(text: string): string {
	return cleanLine(text.replace(INVISIBLE, ""));
}

/**
 * An address as it was typed or pasted, with `https://` before a bare domain (`example.com/page`). Whatever looks like
 * neither stays as it is (P149).
 */
export function withScheme(typed: string): string {
	const text = trimBlank(typed.replace(INVISIBLE, ""));
	return BARE_HOST.test(text) && parseWebAddress(`https://${text}`) !== null ? `https://${text}` : text;
}
