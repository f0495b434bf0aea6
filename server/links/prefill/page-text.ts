import { TextDecoder } from "node:util";
import sniffEncoding from "html-encoding-sniffer";
import { windows1252 } from "./windows-1252.ts";

/** The last resort, as in browsers. */
const FALLBACK = "windows-1252";

/** By its bytes, `Content-Type` or `<meta>`, in this order; otherwise UTF-8 if valid, else windows-1252. */
export function pageText(bytes: Uint8Array, contentType: string): string {
	const label = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
	const named = sniffEncoding(bytes, { transportLayerEncodingLabel: label, defaultEncoding: "" });
	const encoding = named || (isUtf8(bytes) ? "utf-8" : FALLBACK);
	if (encoding.toLowerCase() === FALLBACK) return windows1252(bytes);
	try {
		return new TextDecoder(encoding).decode(bytes);
	} catch {
		// Node lacks some of the browsers' encodings, such as iso-8859-16.
		return windows1252(bytes);
	}
}

/** A truncated last character is no error. */
function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
		return true;
	} catch {
		return false;
	}
}
