import { beginningOf } from "./plain-text.ts";

type Word = { segment: string; isWordLike: boolean };

/** Firefox has no `Intl.Segmenter` before 125 (P270). */
const byGrapheme = "Segmenter" in Intl ? new Intl.Segmenter("und", { granularity: "grapheme" }) : null;
const byWord = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "word" }) : null;

/**
 * Approximates graphemes: line break, flag, emoji with modifiers and joiners, Hangul syllable, else a character with
 * its marks.
 */
const GRAPHEME =
	/\r\n|\p{RI}{2}|\p{Extended_Pictographic}[\p{M}\p{EMod}\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}[\p{M}\p{EMod}]*)*|(?:[\u1100-\u115F]*[\uAC00-\uD7A3]|[\u1100-\u115F]+)[\u1160-\u11FF]*\p{M}*|[\s\S][\p{M}\p{EMod}\u0E33\u0EB3\u200C\u200D]*/gu;
const RUN = /\s|[^\s]+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A text's graphemes. */
export function* graphemes(text: string): Generator<string> {
	if (byGrapheme === null) for (const [character] of text.matchAll(GRAPHEME)) yield character;
	else for (const { segment } of byGrapheme.segment(text)) yield segment;
}

/** The first whole graphemes within `max` UTF-16 units; if the first one is longer, its first units. */
export function wholeBeginningOf(text: string, max: number): string {
	if (text.length <= max) return text;
	let end = 0;
	// The code point after the limit can't change where this grapheme ends.
	for (const { length } of graphemes(text.slice(0, max + 2))) {
		if (end + length > max) break;
		end += length;
	}
	return end > 0 ? text.slice(0, end) : beginningOf(text, max);
}

/** Words and separators in order; without `Intl.Segmenter`, split only at spaces. */
export function words(text: string): Word[] {
	if (byWord === null) {
		return Array.from(text.matchAll(RUN), ([segment]) => ({ segment, isWordLike: LETTER_OR_DIGIT.test(segment) }));
	}
	return Array.from(byWord.segment(text), ({ segment, isWordLike }) => ({ segment, isWordLike: isWordLike === true }));
}
