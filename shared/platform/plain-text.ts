// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f]/;

/** Text of one line that is looked for: no NUL or other C0 control character. */
export function isPlainLine(text: string): boolean {
	return !CONTROL.test(text);
}

const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/u;
/**
 * One UTF-16 unit that an end of a text loses: white space of every script, and characters without a glyph. Variation
 * selectors, also those of Mongolian, belong to the character before them.
 */
const BLANK = /(?![\ufe00-\ufe0f\u180b-\u180d\u180f])[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc]/u;

/** A text without the white space and invisible characters at its ends; empty if it has nothing else. Linear in its length. */
export function trimBlank(text: string): string {
	if (!VISIBLE.test(text)) return "";
	let [from, to] = [0, text.length];
	while (BLANK.test(text.charAt(from))) from += 1;
	while (BLANK.test(text.charAt(to - 1))) to -= 1;
	return text.slice(from, to);
}

/** A text on one line: a space for line breaks and other control characters that follow each other. */
export function onOneLine(text: string): string {
	return text.replace(/\p{Cc}+/gu, " ");
}

/**
 * A line as it was meant (P54): pasted text brings white space and invisible characters at its ends, and tabs or line
 * breaks inside. What joins emoji or directs words inside stays.
 */
export function cleanLine(text: string): string {
	return onOneLine(trimBlank(text));
}

/** The same for a text that may have line breaks, which become `\n`. */
export function cleanText(text: string): string {
	return trimBlank(text)
		.replace(/\r\n?/g, "\n")
		.replace(/[^\P{Cc}\n]+/gu, " ");
}

/** A slug or name in addresses as it was meant: trimmed, with the hyphens of word processors as those of addresses. */
export function cleanSlug(text: string): string {
	// Nobody pastes NUL, which no address has.
	return text.includes("\0") ? text : trimBlank(text).replace(/[\u2010-\u2013\u2212]/g, "-");
}

/** One of these for what is a text, and everything else as it is: for schemas that judge afterwards. */
export function cleanedBy(clean: (text: string) => string): (value: unknown) => unknown {
	return (value) => (typeof value === "string" ? clean(value) : value);
}

/**
 * A text's first UTF-16 code units, `max` at most; never the first half of a character alone, which is no text to
 * PostgreSQL: what reads JSON there fails at it.
 */
export function beginningOf(text: string, max: number): string {
	if (text.length < max) return text;
	const last = text.charCodeAt(max - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
