import { decodeQR } from "qr/decode.js";

/** Long enough for a slow phone; one look at a good code takes some 5 ms. */
const READ_LIMIT_MS = 1_000;

/**
 * What an image's code says, or null where none can be read. This file and its library, much larger than the one that
 * draws, are loaded while someone looks at a code.
 */
export function readQrCode(image: { data: Uint8Array | Uint8ClampedArray; width: number; height: number }) {
	try {
		return decodeQR(image, { format: "RGBA", timeLimit: READ_LIMIT_MS });
	} catch {
		return null;
	}
}
