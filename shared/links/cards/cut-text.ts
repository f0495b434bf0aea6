import { graphemes } from "../../platform/text-segments.ts";
import type { TextRule } from "../../public/platforms/drawing.ts";

export type CutText = {
	/** The text, with an ellipsis if it was cut. */
	shown: string;
	isCut: boolean;
};

const ELLIPSIS = "…";
const BYTES_OF_A_UNIT = 3;

const utf8 = new TextEncoder();

/** Truncates a text, never within a grapheme such as a family, flag or accented letter. */
export function cutText(text: string, { bytes = Infinity, characters: most = Infinity }: TextRule): CutText {
	if (text.length <= most && text.length * BYTES_OF_A_UNIT <= bytes) return { shown: text, isCut: false };
	let end = 0;
	let count = 0;
	let size = 0;
	for (const segment of graphemes(text)) {
		count += 1;
		size += utf8.encode(segment).length;
		if (count > most || size > bytes) return { shown: `${text.slice(0, end).trimEnd()}${ELLIPSIS}`, isCut: true };
		end += segment.length;
	}
	return { shown: text, isCut: false };
}
