import { encode } from "uqr";

/** A matrix of modules without the quiet zone. */
export type QrCode = {
	/** Rows from the top; true is dark. */
	modules: boolean[][];
	/** Modules per side. */
	size: number;
};

/**
 * Encodes a text with error correction level M or better; with a logo, level H, which tolerates 30 % loss.
 * Loaded on demand with its library.
 */
export function makeQrCode(text: string, { withLogo }: { withLogo: boolean }): QrCode {
	const { data, size } = encode(text, { ecc: withLogo ? "H" : "M", boostEcc: !withLogo, border: 0 });
	return { modules: data, size };
}
