import { randomInt } from "node:crypto";

/** Lower-case letters and digits without those that are mistaken for others: 0, 1, i, l and o. */
export const READABLE = "23456789abcdefghjkmnpqrstuvwxyz";

/** A random word that may be read aloud or typed from a poster: 31 characters to the power of its length. */
export function randomWord(length: number): string {
	return Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join("");
}
