import { cleanLine, trimBlank } from "../platform/plain-text.ts";
import { parseWebAddress } from "./target-url.ts";

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
