import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import type { Prefill } from "#shared/links/prefill.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";
import { wholeBeginningOf } from "#shared/platform/text-segments.ts";

export const PREFILLED = ["title", "description"] as const;
export type PrefilledField = (typeof PREFILLED)[number];
export type PrefilledTexts = Partial<Record<PrefilledField, string>>;

/** The page's text for each field; nothing for a field it lacks. */
export function textsOf(page: Pick<Prefill, "title" | "description">): PrefilledTexts {
	return {
		...(page.title && { title: cutAt(page.title, LINK_LIMITS.title) }),
		...(page.description && { description: cutAt(page.description, LINK_LIMITS.description) }),
	};
}

/** Empty fields, and those with a previous page's text (P149). A text that the user clears doesn't return. */
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

/** Truncates to `most` UTF-16 units, after a whole word and never within a grapheme, with an ellipsis. */
export function cutAt(text: string, most: number): string {
	if (text.length <= most) return text;
	const cut = wholeBeginningOf(text, most - 1);
	const lastSpace = cut.lastIndexOf(" ");
	// Breaks within a word that takes most of the space, and in scripts without spaces.
	const isWhole = text[cut.length] === " " || lastSpace < most * 0.6;
	return `${(isWhole ? cut : cut.slice(0, lastSpace)).replace(/[\s,;:.\-–—|]+$/u, "")}…`;
}
