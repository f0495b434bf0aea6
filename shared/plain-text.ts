// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f]/;

/** Text of one line that is looked for: no NUL or other C0 control character. */
export function isPlainLine(text: string): boolean {
	return !CONTROL.test(text);
}

/** One UTF-16 unit that shows nothing: white space of every script, and characters without a glyph. */
const BLANK =
	/[\s\p{Cc}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/u;

/** A text without the white space and invisible characters at its ends. Linear: no pattern is tried twice. */
export function trimBlank(text: string): string {
	let [from, to] = [0, text.length];
	while (from < to && BLANK.test(text.charAt(from))) from += 1;
	while (to > from && BLANK.test(text.charAt(to - 1))) to -= 1;
	return text.slice(from, to);
}

/**
 * A line as it was meant (P54): pasted text brings white space and invisible characters at its ends, and tabs or line
 * breaks inside. What joins emoji or directs words inside stays.
 */
export function cleanLine(text: string): string {
	return trimBlank(text).replace(/\p{Cc}+/gu, " ");
}

/** The same for a text that may have line breaks, which become `\n`. */
export function cleanText(text: string): string {
	return trimBlank(text)
		.replace(/\r\n?/g, "\n")
		.replace(/[^\P{Cc}\n]+/gu, " ");
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
