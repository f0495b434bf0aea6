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

/** Browsers send a text area's newlines as CRLF in multipart bodies. */
export function withPlainNewlines(text: unknown): unknown {
	return typeof text === "string" ? text.replaceAll("\r\n", "\n") : text;
}
