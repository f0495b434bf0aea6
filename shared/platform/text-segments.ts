import { beginningOf } from "./plain-text.ts";

type Word = { segment: string; isWordLike: boolean };

/** Firefox has no `Intl.Segmenter` before 125 (P270). */
const byGrapheme = "Segmenter" in Intl ? new Intl.Segmenter("und", { granularity: "grapheme" }) : null;
const byWord = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "word" }) : null;

/**
 * Close to the rules of Unicode: a line break, a flag, an emoji with its modifiers and joiners, a Hangul syllable, else
 * a character with its marks.
 */
const GRAPHEME =
	/\r\n|\p{RI}{2}|\p{Extended_Pictographic}[\p{M}\p{EMod}\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}[\p{M}\p{EMod}]*)*|(?:[\u1100-\u115F]*[\uAC00-\uD7A3]|[\u1100-\u115F]+)[\u1160-\u11FF]*\p{M}*|[\s\S][\p{M}\p{EMod}\u0E33\u0EB3\u200C\u200D]*/gu;
const RUN = /\s|[^\s]+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The characters of a text as people see them, such as a family, a flag or a letter with its marks. */
export function* graphemes(text: string): Generator<string> {
	if (byGrapheme === null) for (const [character] of text.matchAll(GRAPHEME)) yield character;
	else for (const { segment } of byGrapheme.segment(text)) yield segment;
}

/**
 * A text's first characters as people see them, at most `max` UTF-16 units; of one that is longer by itself, such as a
 * letter with a hundred marks, the first units.
 */
export function wholeBeginningOf(text: string, max: number): string {
	if (text.length <= max) return text;
	let end = 0;
	// What follows the next code point has no say in where this one ends.
	for (const { length } of graphemes(text.slice(0, max + 2))) {
		if (end + length > max) break;
		end += length;
	}
	return end > 0 ? text.slice(0, end) : beginningOf(text, max);
}

/** The words of a text and what is between them, in order; without `Intl.Segmenter` only spaces separate words. */
export function words(text: string): Word[] {
	if (byWord === null) {
		return Array.from(text.matchAll(RUN), ([segment]) => ({ segment, isWordLike: LETTER_OR_DIGIT.test(segment) }));
	}
	return Array.from(byWord.segment(text), ({ segment, isWordLike }) => ({ segment, isWordLike: isWordLike === true }));
}
