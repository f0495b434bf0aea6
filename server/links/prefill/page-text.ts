import { TextDecoder } from "node:util";
import sniffEncoding from "html-encoding-sniffer";

/** Where nothing else is known; what browsers take, too. */
const FALLBACK = "windows-1252";

/**
 * The text of a page, by the encoding that its bytes, its `Content-Type` or its own `<meta>` name, in this order. Where
 * none does it is UTF-8 if it can be, else windows-1252.
 */
export function pageText(bytes: Uint8Array, contentType: string): string {
	const label = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
	const named = sniffEncoding(bytes, { transportLayerEncodingLabel: label, defaultEncoding: "" });
	const encoding = named || (isUtf8(bytes) ? "utf-8" : FALLBACK);
	if (encoding.toLowerCase() === FALLBACK) return windows1252(bytes);
	try {
		return new TextDecoder(encoding).decode(bytes);
	} catch {
		// Some that browsers know are unknown here, such as iso-8859-16.
		return windows1252(bytes);
	}
}

/** Bytes 0x80 to 0x9f (https://encoding.spec.whatwg.org/index-windows-1252.txt). Node 20 takes them for controls. */
const UPPER =
	"\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
	"\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

function windows1252(bytes: Uint8Array): string {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
	return text.replace(/[\u0080-\u009f]/g, (character) => UPPER[character.charCodeAt(0) - 0x80] ?? character);
}

/** A character that was cut off at the end is no mistake. */
function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
		return true;
	} catch {
		return false;
	}
}
