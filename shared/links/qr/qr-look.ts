import type { QrCode } from "./qr-code.ts";

export type QrColours = { dark: string; light: string };

export const WRONG_COLOUR = "Enter colors as # and six digits or letters from a to f.";
export const QR_COLOURS: QrColours = { dark: "#1a1714", light: "#ffffff" };

export const PNG_SIZES = [512, 1024, 2048, 4096] as const;
export type PngSize = (typeof PNG_SIZES)[number];

/** Scanners require light modules around the code. */
export const QUIET_ZONE = 4;
/** The maximum share of the code's area for a logo: a fifth (P185), minus a margin for bad light. */
const LOGO_SHARE_MAX = 0.18;
/** As WCAG requires for text; below it, cameras fail in poor light. */
const CONTRAST_MIN = 4.5;

/** Why two colors make no readable code, or null. */
export function colourProblem({ dark, light }: QrColours): string | null {
	const [below, above] = [luminance(dark), luminance(light)];
	if (below === null || above === null) return WRONG_COLOUR;
	if (below >= above)
		return "The code must be darker than its background, because many cameras can't read it inverted.";
	if (contrast(below, above) < CONTRAST_MIN) return "These colors are too similar. Choose a darker or a lighter one.";
	return null;
}

/** The logo's position, in modules from the code's corner: centered, on whole modules. */
export function logoBox(size: number): { start: number; side: number } {
	const largest = Math.floor(size * Math.sqrt(LOGO_SHARE_MAX));
	const side = largest % 2 === size % 2 ? largest : largest - 1;
	return { start: (size - side) / 2, side };
}

/** Horizontal runs of dark modules outside the logo: `[x, y, length]`, from the code's corner. */
export function darkRuns({ modules, size }: QrCode, { withLogo }: { withLogo: boolean }): [number, number, number][] {
	const { start, side } = logoBox(size);
	const isCovered = (x: number, y: number) =>
		withLogo && x >= start && x < start + side && y >= start && y < start + side;
	const runs: [number, number, number][] = [];
	for (const [y, row] of modules.entries()) {
		let from = -1;
		for (let x = 0; x <= size; x += 1) {
			const isDark = x < size && row[x] === true && !isCovered(x, y);
			if (isDark && from < 0) from = x;
			if (isDark || from < 0) continue;
			runs.push([from, y, x - from]);
			from = -1;
		}
	}
	return runs;
}

/** The relative luminance of `#rrggbb` (WCAG 2), 0 to 1; null for anything else. */
function luminance(colour: string): number | null {
	const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
	if (!digits) return null;
	const [red = 0, green = 0, blue = 0] = digits.slice(1).map((pair) => {
		const share = Number.parseInt(pair, 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(below: number, above: number): number {
	return (above + 0.05) / (below + 0.05);
}
