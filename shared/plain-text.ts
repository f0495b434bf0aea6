// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, newline aside
const CONTROL_BUT_NEWLINE = /[\u0000-\u0009\u000b-\u001f]/;

/** Text of one line: no NUL or other C0 control character (P54). */
export function isPlainLine(text: string): boolean {
	return !CONTROL.test(text);
}

/** Text that may have newlines, written as \n, but no other C0 control character (P54). */
export function isPlainText(text: string): boolean {
	return !CONTROL_BUT_NEWLINE.test(text);
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

/** Browsers send a text area's newlines as CRLF in multipart bodies. */
export function withPlainNewlines(text: unknown): unknown {
	return typeof text === "string" ? text.replaceAll("\r\n", "\n") : text;
}
