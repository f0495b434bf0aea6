import { TextDecoder } from "node:util";
import sniffEncoding from "html-encoding-sniffer";
import { windows1252 } from "./windows-1252.ts";

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

/** A character that was cut off at the end is no mistake. */
function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
		return true;
	} catch {
		return false;
	}
}
