import { randomWord } from "#server/platform/work/random-word.ts";
import { LINK_LIMITS, SLUG_PATTERN } from "#shared/links/field-schemas.ts";

const LENGTH = 7;

/** A random slug: 31^7, about 27 billion, of them for each user. */
export function generateLinkSlug(): string {
	return randomWord(LENGTH);
}

/** What can't be a slug is refused without asking the database, which would stumble over some of it. */
export function isSlug(text: string): boolean {
	return text.length <= LINK_LIMITS.customLinkSlug && SLUG_PATTERN.test(text);
}
