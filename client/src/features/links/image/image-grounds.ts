import { type Color, edgeColor, GROUND_COLORS, groundOfTransparent } from "#shared/links/images/ground-color.ts";
import { fittedSize, type Ground } from "#shared/links/images/image-cut.ts";
import { IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";
import type { OpenImage } from "./open-image.ts";

const SMALL = 256;

/** An image's backgrounds as the server computes them, for the editor. */
export function groundsOf({ element, size }: OpenImage, shape: ImageShape) {
	const scale = Math.min(1, SMALL / Math.max(size.width, size.height));
	const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale))) as [
		number,
		number,
	];
	const canvas = Object.assign(document.createElement("canvas"), { width, height });
	const context = canvas.getContext("2d", { willReadFrequently: true });
	if (!context) return { behind: null, colorOf: () => null };
	const pixels = () => ({ data: context.getImageData(0, 0, width, height).data, width, height, channels: 4 });
	context.drawImage(element, 0, 0, width, height);
	const behind = groundOfTransparent(pixels());

	/** As CSS; null for a blurred copy. */
	function colorOf(ground: Ground): string | null {
		if (ground === "blur") return null;
		if (ground !== "edge") return cssOf(GROUND_COLORS[ground]);
		if (!context) return null;
		context.fillStyle = cssOf(GROUND_COLORS[behind ?? "white"]);
		context.fillRect(0, 0, width, height);
		context.drawImage(element, 0, 0, width, height);
		const made = IMAGE_SIZES[shape];
		const fitted = fittedSize(size, shape);
		const within = (side: "width" | "height") => (fitted[side] < made[side] ? Infinity : 0);
		return cssOf(edgeColor(pixels(), { width: within("width"), height: within("height") }));
	}

	return {
		/** The default color behind transparent pixels; null for an opaque image. */
		behind,
		colorOf,
	};
}

function cssOf({ r, g, b }: Color): string {
	return `rgb(${r} ${g} ${b})`;
}
