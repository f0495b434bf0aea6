import { encode } from "uqr";

/** A square of dark and light, without the quiet zone. */
export type QrCode = {
	/** Rows from the top; true is dark. */
	modules: boolean[][];
	/** Modules a side. */
	size: number;
};

/**
 * The code for a text, with error level M or better; with a logo in its middle level H, of which 30 % may be lost.
 * This file and its library are loaded when someone asks for a code, and not before.
 */
export function makeQrCode(text: string, { withLogo }: { withLogo: boolean }): QrCode {
	const { data, size } = encode(text, { ecc: withLogo ? "H" : "M", boostEcc: !withLogo, border: 0 });
	return { modules: data, size };
}
