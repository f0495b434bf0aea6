import { decodeQR } from "qr/decode.js";

/** Long enough for a slow phone; a good code takes about 5 ms. */
const READ_LIMIT_MS = 1_000;

/** Decodes an image's QR code, or null. Loaded on demand, because the decoder is much larger than the encoder. */
export function readQrCode(image: { data: Uint8Array | Uint8ClampedArray; width: number; height: number }) {
	try {
		return decodeQR(image, { format: "RGBA", timeLimit: READ_LIMIT_MS });
	} catch {
		return null;
	}
}
