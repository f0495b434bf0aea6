import { trimBlank } from "../plain-text.ts";
import { parseWebAddress } from "./target-url.ts";

/** A host as people type it: at least one dot, a last part that is no number, then a port or a path or nothing. */
const BARE_HOST = /^(?:[^\s/?#@:.]+\.)+[^\s/?#@:.\d][^\s/?#@:.]+\.?(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/**
 * An address as it was typed or pasted, with `https://` before a bare domain (`example.com/page`). Whatever looks like
 * neither stays as it is (P149).
 */
export function withScheme(typed: string): string {
	const text = trimBlank(typed);
	return BARE_HOST.test(text) && parseWebAddress(`https://${text}`) !== null ? `https://${text}` : text;
}
