import { cleanLine, trimBlank } from "../platform/plain-text.ts";
import { parseWebAddress } from "./target-url.ts";

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
