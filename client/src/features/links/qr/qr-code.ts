import { decodeQR } from "qr/decode.js";
import { encode } from "uqr";

/** A square of dark and light, without the quiet zone. */
export type QrCode = {
	/** Rows from the top; true is dark. */
	modules: boolean[][];
	/** Modules a side. */
	size: number;
};

/** Long enough for a slow phone; one look at a good code takes some 5 ms. */
const READ_LIMIT_MS = 1_000;

/**
 * The code for a text, with error level M or better; with a logo in its middle level H, of which 30 % may be lost.
 * This file and its two libraries are loaded when somebody asks for a code, and not before.
 */
export function makeQrCode(text: string, { withLogo }: { withLogo: boolean }): QrCode {
	const { data, size } = encode(text, { ecc: withLogo ? "H" : "M", boostEcc: !withLogo, border: 0 });
	return { modules: data, size };
}

/** What a picture's code says, or null where none can be read. */
export function readQrCode(picture: { data: Uint8Array | Uint8ClampedArray; width: number; height: number }) {
	try {
		return decodeQR(picture, { format: "RGBA", timeLimit: READ_LIMIT_MS });
	} catch {
		return null;
	}
}
