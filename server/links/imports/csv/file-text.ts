import { TextDecoder } from "node:util";
import { windows1252 } from "#server/links/prefill/windows-1252.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { FileEncoding } from "#shared/links/imports/imports.ts";

type FileText = { text: string; encoding: FileEncoding };

/** Magic bytes of workbooks: ZIP archives, such as `.xlsx` and `.numbers`, and `.xls`. */
const WORKBOOKS = ["504b0304", "d0cf11e0"];
/** What no text in windows-1252 has: other controls than tabs and line ends, and bytes that mean nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_WINDOWS_1252 = /[\u0000-\u0008\u000b\u000e-\u001f\u0081\u008d\u008f\u0090\u009d]/;
const BYTE_ORDER_MARK = "\ufeff";
const REPLACEMENT = 0xfffd;
const WORKBOOK = "This is a spreadsheet, not a CSV file. In Excel or Numbers, save it as 'CSV UTF-8'.";
const NOT_UTF8 = "The file is not in UTF-8. Please save it as 'CSV UTF-8'";

/**
 * Decodes a file without byte order marks: UTF-8, UTF-16 (Excel's 'Unicode Text') or windows-1252 (Excel's 'CSV').
 * @throws AppError "invalid" for any other encoding
 */
export function textOfFile(bytes: Buffer): FileText {
	if (WORKBOOKS.includes(bytes.toString("hex", 0, 4))) throw new AppError("file_unreadable", WORKBOOK);
	const { text, encoding } = decoded(bytes);
	return { text: text.replace(/^\ufeff+/, ""), encoding };
}

function decoded(bytes: Buffer): FileText {
	const wide = wideEncodingOf(bytes);
	if (wide) return { text: decode(bytes, wide), encoding: "utf-16" };
	try {
		return { text: decode(bytes, "utf-8"), encoding: "utf-8" };
	} catch (error) {
		const text = windows1252(bytes);
		if (isDamagedUtf8(bytes) || NO_WINDOWS_1252.test(text)) throw error;
		return { text, encoding: "windows-1252" };
	}
}

/** UTF-16 by its byte order mark, or by the zero byte of a header's first letter. */
function wideEncodingOf([first, second]: Buffer): "utf-16le" | "utf-16be" | null {
	if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
	if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf-16be";
	return null;
}

/** Valid multibyte sequences are rare in other encodings: if most are valid, this is UTF-8 with an error. */
function isDamagedUtf8(bytes: Buffer): boolean {
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
	if (text.startsWith(BYTE_ORDER_MARK)) return true;
	let [whole, broken] = [0, 0];
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === REPLACEMENT) broken += 1;
		else if (code > 0x7f) whole += 1;
	}
	return whole > 0 && whole >= broken;
}

function decode(bytes: Buffer, encoding: string): string {
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		throw new AppError("file_wrong_encoding", NOT_UTF8, { cause: error });
	}
}
