export type Colour = readonly [number, number, number];

/** WCAG 2.2 AA for text (1.4.3), with a margin because JPEG shifts colors. */
export const LEAST_CONTRAST = 4.5;
const WITH_ROOM = 4.9;
const SCRIM: Colour = [13, 11, 10];
/** Even on a dark image, a light scrim makes letters calmer. */
const LEAST_SCRIM = 0.3;

/** From 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Colour, other: Colour): number {
	const [a, b] = [luminance(one), luminance(other)];
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function covered(colour: Colour, share: number): Colour {
	const [r, g, b] = [0, 1, 2].map((at) => (colour[at] ?? 0) * (1 - share) + (SCRIM[at] ?? 0) * share);
	return [r ?? 0, g ?? 0, b ?? 0];
}

/**
 * The scrim opacity that makes light letters readable on all of these pixels.
 * @param pixels RGBA, as a canvas returns them
 */
export function scrimFor(letters: Colour, pixels: Uint8ClampedArray): number {
	const lightest = lightestOf(pixels);
	let share = LEAST_SCRIM;
	while (share < 1 && contrast(letters, covered(lightest, share)) < WITH_ROOM) share += 0.01;
	return Math.min(share, 1);
}

export function leastContrast(letters: Colour, pixels: Uint8ClampedArray): number {
	let least = 21;
	for (let at = 0; at < pixels.length; at += 4) {
		const found = contrast(letters, [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
		if (found < least) least = found;
	}
	return least;
}

export function css([r, g, b]: Colour, alpha = 1): string {
	return `rgb(${r} ${g} ${b} / ${alpha})`;
}

export const scrimColour = (share: number) => css(SCRIM, share);

function lightestOf(pixels: Uint8ClampedArray): Colour {
	let [r, g, b] = [0, 0, 0];
	for (let at = 0; at < pixels.length; at += 4) {
		r = Math.max(r, pixels[at] ?? 0);
		g = Math.max(g, pixels[at + 1] ?? 0);
		b = Math.max(b, pixels[at + 2] ?? 0);
	}
	return [r, g, b];
}

function luminance([r, g, b]: Colour): number {
	return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(channel: number): number {
	const share = channel / 255;
	return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
