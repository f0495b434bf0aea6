import { encode } from "uqr";

export type QrCode = {
	/** Rows from the top; true is dark. */
	modules: boolean[][];
	size: number;
};

/** Error correction level M or better; with a logo, level H, which tolerates 30 % loss. Loaded on demand. */
export function makeQrCode(text: string, { withLogo }: { withLogo: boolean }): QrCode {
	const { data, size } = encode(text, { ecc: withLogo ? "H" : "M", boostEcc: !withLogo, border: 0 });
	return { modules: data, size };
}
