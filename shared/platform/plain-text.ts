// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f]/;

/** Single-line text without NUL or other C0 control characters. */
export function isPlainLine(text: string): boolean {
	return !CONTROL.test(text);
}

const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/u;
/** A character to trim: white space, or one without a glyph. Variation selectors belong to the character before. */
const BLANK = /(?![\ufe00-\ufe0f\u180b-\u180d\u180f])[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/u;

/** A text without white space and invisible characters at its ends. Runs in linear time. */
export function trimBlank(text: string): string {
	if (!VISIBLE.test(text)) return "";
	let [from, to] = [0, text.length];
	while (BLANK.test(text.charAt(from))) from += 1;
	while (BLANK.test(text.charAt(to - 1))) to -= 1;
	return text.slice(from, to);
}

/** A text on one line: each run of line breaks and control characters becomes a space. */
export function onOneLine(text: string): string {
	return text.replace(/\p{Cc}+/gu, " ");
}

/**
 * Cleans pasted text (P54): trims white space and invisible characters, and replaces tabs and line breaks. Joiners
 * inside stay.
 */
export function cleanLine(text: string): string {
	return onOneLine(trimBlank(text));
}

/** Cleans a multi-line text; CRLF and CR become LF. */
export function cleanText(text: string): string {
	return trimBlank(text)
		.replace(/\r\n?/g, "\n")
		.replace(/[^\P{Cc}\n]+/gu, " ");
}

/** A slug or name, trimmed, with word processors' dashes replaced by hyphens. */
export function cleanSlug(text: string): string {
	// NUL is never pasted and never in an address.
	return text.includes("\0") ? text : trimBlank(text).replace(/[\u2010-\u2013\u2212]/g, "-");
}

/** Applies a cleaner to strings and passes other values on: for schemas that validate afterwards. */
export function cleanedBy(clean: (text: string) => string): (value: unknown) => unknown {
	return (value) => (typeof value === "string" ? clean(value) : value);
}

/** The first `max` UTF-16 units, never splitting a surrogate pair, which PostgreSQL's JSON functions reject. */
export function beginningOf(text: string, max: number): string {
	if (text.length < max) return text;
	const last = text.charCodeAt(max - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
