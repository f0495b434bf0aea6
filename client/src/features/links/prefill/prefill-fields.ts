import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import type { Prefill } from "#shared/links/prefill.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";
import { wholeBeginningOf } from "#shared/platform/text-segments.ts";

/** The fields of text that a page may fill. */
export const PREFILLED = ["title", "description"] as const;
export type PrefilledField = (typeof PREFILLED)[number];
export type PrefilledTexts = Partial<Record<PrefilledField, string>>;

/** What a page gives each field; nothing for a field of which it says nothing. */
export function textsOf(page: Pick<Prefill, "title" | "description">): PrefilledTexts {
	return {
		...(page.title && { title: cutAt(page.title, LINK_LIMITS.title) }),
		...(page.description && { description: cutAt(page.description, LINK_LIMITS.description) }),
	};
}

/**
 * Which fields may be filled unasked (P149): the empty ones, and those that hold what a page gave before. Who emptied a
 * field of a page's words does not get the same words again.
 */
export function freeFields(
	values: Record<PrefilledField, string>,
	given: PrefilledTexts,
	texts: PrefilledTexts,
): PrefilledField[] {
	return PREFILLED.filter((field) => {
		if (trimBlank(values[field]) !== "") return values[field] === given[field];
		return given[field] === undefined || given[field] !== texts[field];
	});
}

/**
 * A text of at most `most` UTF-16 units; one that is longer ends after a whole word, with an ellipsis, and never in the
 * middle of what people see as one character.
 */
export function cutAt(text: string, most: number): string {
	if (text.length <= most) return text;
	const cut = wholeBeginningOf(text, most - 1);
	const lastSpace = cut.lastIndexOf(" ");
	// A word that takes most of the room is cut all the same, and so is a script without spaces.
	const isWhole = text[cut.length] === " " || lastSpace < most * 0.6;
	return `${(isWhole ? cut : cut.slice(0, lastSpace)).replace(/[\s,;:.\-–—|]+$/u, "")}…`;
}
