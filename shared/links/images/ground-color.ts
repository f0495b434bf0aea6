export type Color = { r: number; g: number; b: number };

export const GROUND_COLORS = { white: { r: 255, g: 255, b: 255 }, black: { r: 0, g: 0, b: 0 } } as const;

type Pixels = { data: Uint8Array | Uint8ClampedArray; width: number; height: number; channels: number };

/** Brightness from which a pixel disappears on white; equally far from 0, on black. */
const LIGHT = 200;
const OPAQUE = 128;

/**
 * A transparent image's background: black if more would disappear on white than on black, else white (P500). Null if
 * nothing is transparent.
 */
export function groundOfTransparent({ data, channels }: Pixels): "white" | "black" | null {
	if (channels !== 4) return null;
	let isTransparent = false;
	let [light, dark] = [0, 0];
	for (let at = 0; at < data.length; at += 4) {
		const [r = 0, g = 0, b = 0, opacity = 0] = data.subarray(at, at + 4);
		if (opacity < 255) isTransparent = true;
		if (opacity < OPAQUE) continue;
		const brightness = 0.299 * r + 0.587 * g + 0.114 * b;
		if (brightness >= LIGHT) light += 1;
		else if (brightness <= 255 - LIGHT) dark += 1;
	}
	if (!isTransparent) return null;
	return light > dark ? "black" : "white";
}

/** The median color of an image's outermost pixels, on the sides where the background is visible. */
export function edgeColor({ data, width, height, channels }: Pixels, ground: { width: number; height: number }): Color {
	const edge: number[] = [];
	if (height < ground.height) for (let x = 0; x < width; x += 1) edge.push(x, (height - 1) * width + x);
	if (width < ground.width) for (let y = 0; y < height; y += 1) edge.push(y * width, y * width + width - 1);
	const median = (channel: number) => {
		const values = edge.map((pixel) => data[pixel * channels + channel] ?? 0).sort((a, b) => a - b);
		return values[values.length >> 1] ?? 0;
	};
	return { r: median(0), g: median(1), b: median(2) };
}
