import { graphemes, words } from "#shared/platform/text-segments.ts";

export type SetTitle = { lines: string[]; size: number; lineHeight: number };
type Measure = (text: string) => number;
type Room = { width: number; height: number };

const SIZES = [104, 96, 88, 80, 72, 64, 56, 48, 42, 36];
const LINE = 1.12;

/** The largest font size in which a title fits; at the smallest one it is cut off. */
export function setTitle(title: string, measure: Measure, room: Room): SetTitle {
	for (const size of SIZES) {
		const lines = inLines(title, (text) => measure(text) * size <= room.width);
		const lineHeight = Math.round(size * LINE);
		const isSmallest = size === SIZES.at(-1);
		if (lines.length * lineHeight <= room.height || isSmallest) {
			return { lines: lines.slice(0, Math.floor(room.height / lineHeight)), size, lineHeight };
		}
	}
	throw new Error("There is no size to set a title in");
}

/** Wraps between words by each language's rules; an overlong word breaks anywhere. */
function inLines(title: string, fits: (text: string) => boolean): string[] {
	const lines: string[] = [];
	let line = "";
	const put = (piece: string) => {
		if (fits((line + piece).trimEnd())) {
			line += piece;
			return true;
		}
		return false;
	};
	for (const piece of pieces(title.trim().replace(/\s+/g, " "))) {
		if (put(piece)) continue;
		if (line.trim() !== "") lines.push(line.trim());
		line = "";
		if (put(piece.trimStart())) continue;
		for (const character of graphemes(piece)) {
			if (put(character)) continue;
			lines.push(line.trim());
			line = character;
		}
	}
	return line.trim() === "" ? lines : [...lines, line.trim()];
}

/** Words and spaces; punctuation stays with the word before it. */
function pieces(text: string): string[] {
	const found: string[] = [];
	for (const { segment, isWordLike } of words(text)) {
		const isMark = !isWordLike && segment.trim() !== "" && found.length > 0;
		if (isMark && !found.at(-1)?.endsWith(" ")) found.push((found.pop() ?? "") + segment);
		else found.push(segment);
	}
	return found;
}
