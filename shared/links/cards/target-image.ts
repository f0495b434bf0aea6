import type { ImageShape } from "../images/image-file.ts";
import { type CardTarget, cardTargetOf } from "./card-targets.ts";
import { CARD_PLATFORMS } from "./platforms.ts";

/** The shape of a target's own image: square if each of its platforms draws only squares (P203). */
export function imageShapeOf(target: CardTarget): ImageShape {
	const drawn = CARD_PLATFORMS.filter(({ id }) => cardTargetOf(id) === target);
	return drawn.every(({ largeFrom, small }) => largeFrom === null && small.ratio === 1) ? "square" : "wide";
}
