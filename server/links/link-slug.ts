import { randomInt } from "node:crypto";

/** No 0, 1, i, l and o: a slug may be read aloud or typed from a poster. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH = 7;

/** A random slug: 31^7, about 27 billion, of them for each user. */
export function generateLinkSlug(): string {
	return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
