import { randomInt } from "node:crypto";
import { LINK_LIMITS, SLUG_PATTERN } from "#shared/links/field-schemas.ts";

/** No 0, 1, i, l and o: a slug may be read aloud or typed from a poster. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH = 7;

/** A random slug: 31^7, about 27 billion, of them for each user. */
export function generateLinkSlug(): string {
	return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** What can't be a slug is refused without asking the database, which would stumble over some of it. */
export function isSlug(text: string): boolean {
	return text.length <= LINK_LIMITS.customLinkSlug && SLUG_PATTERN.test(text);
}
