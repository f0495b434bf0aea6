import type { QrCode } from "./qr-code.ts";
import { darkRuns, logoBox, type QrColours, QUIET_ZONE } from "./qr-look.ts";

type Look = {
	colours: QrColours;
	/** The logo as a `data:` URL, or null. */
	logo: string | null;
};

/** The nominal size in pixels; it scales to any size. */
const SIDE = 1024;
/** Modules left light around a logo, within its box. */
export const LOGO_MARGIN = 0.5;

/** The code as a self-contained SVG file, logo included. */
export function qrSvg(code: QrCode, { colours, logo }: Look): string {
	const side = code.size + 2 * QUIET_ZONE;
	const dark = darkRuns(code, { withLogo: logo !== null })
		.map(([x, y, length]) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`)
		.join("");
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${side} ${side}">` +
		`<path fill="${colours.light}" d="M0 0h${side}v${side}h-${side}z"/>` +
		`<path fill="${colours.dark}" shape-rendering="crispEdges" d="${dark}"/>` +
		`${logo === null ? "" : image(code, logo)}</svg>`
	);
}

function image({ size }: QrCode, logo: string): string {
	const { start, side } = logoBox(size);
	const at = start + QUIET_ZONE + LOGO_MARGIN;
	const length = side - 2 * LOGO_MARGIN;
	return `<image x="${at}" y="${at}" width="${length}" height="${length}" href="${logo}"/>`;
}
