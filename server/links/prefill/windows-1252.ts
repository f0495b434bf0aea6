/** Bytes 0x80 to 0x9f (https://encoding.spec.whatwg.org/index-windows-1252.txt). Node 20 decodes them as controls. */
const UPPER =
	"\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
	"\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** Bytes decoded at once: each replaced character uses memory until its chunk is done. */
const PART = 64 * 1_024;

export function windows1252(bytes: Uint8Array): string {
	const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const parts: string[] = [];
	for (let at = 0; at < all.length; at += PART) {
		const text = all.toString("latin1", at, at + PART);
		parts.push(text.replace(/[\u0080-\u009f]/g, (character) => UPPER[character.charCodeAt(0) - 0x80] ?? character));
	}
	return parts.join("");
}
