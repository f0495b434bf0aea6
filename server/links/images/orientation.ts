import type { ImageCut } from "#shared/links/images/image-cut.ts";

type Size = { width: number; height: number };

/** The transformation by EXIF orientation: first mirrored horizontally, then rotated clockwise. */
export const TURNS: Record<number, { isMirrored: boolean; angle: number }> = {
	2: { isMirrored: true, angle: 0 },
	3: { isMirrored: false, angle: 180 },
	4: { isMirrored: true, angle: 180 },
	5: { isMirrored: true, angle: 270 },
	6: { isMirrored: false, angle: 90 },
	7: { isMirrored: true, angle: 90 },
	8: { isMirrored: false, angle: 270 },
};

export function storedCut({ x, y, width, height }: ImageCut, size: Size, orientation: number): ImageCut {
	const fromRight = size.width - x - width;
	const fromBottom = size.height - y - height;
	const lying = { width: height, height: width };
	switch (orientation) {
		case 2:
			return { x: fromRight, y, width, height };
		case 3:
			return { x: fromRight, y: fromBottom, width, height };
		case 4:
			return { x, y: fromBottom, width, height };
		case 5:
			return { x: y, y: x, ...lying };
		case 6:
			return { x: y, y: fromRight, ...lying };
		case 7:
			return { x: fromBottom, y: fromRight, ...lying };
		case 8:
			return { x: fromBottom, y: x, ...lying };
		default:
			return { x, y, width, height };
	}
}
