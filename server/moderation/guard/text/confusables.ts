import { CONFUSABLES } from "./confusables.data.ts";

const prototypes = readTable();

/** A character's prototype (UTS 39): what it looks like; usually itself. */
export function prototypeOf(character: string): string {
	return prototypes.get(character) ?? character;
}

/** Deliberate substitutes beyond UTS 39: `3` for `e`, and `i` for `l`. */
const SHAPES: Record<string, string> = { i: "l", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "l" };

/**
 * A key of a word's appearance: UTS 39's skeleton without diacritics and case. `rn` equals `m`, `0` equals `o`, and
 * `1`, `I`, `i`, `l` are equal.
 */
export function lookOf(word: string): string {
	if (ASCII.test(word)) return Array.from(word, (character) => asciiLooks.get(character) ?? character).join("");
	return mappedLook(word);
}

function mappedLook(word: string): string {
	const mapped = Array.from(word.normalize("NFD"), prototypeOf).join("");
	const plain = mapped.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	return Array.from(plain, (character) => {
		const prototype = prototypeOf(character).toLowerCase();
		return SHAPES[prototype] ?? prototype;
	}).join("");
}

const ASCII = /^[\x21-\x7e]*$/;
const asciiLooks = new Map(
	Array.from({ length: 94 }, (_, n) => String.fromCharCode(n + 33)).map((one) => [one, mappedLook(one)]),
);

/** The ASCII letters that a character looks like; null if none. */
export function asciiOf(character: string): string | null {
	const prototype = prototypeOf(character).toLowerCase();
	return /^[a-z]{1,2}$/.test(prototype) ? prototype : null;
}

function readTable(): Map<string, string> {
	const read = (codes: string) => String.fromCodePoint(...codes.split("+").map((code) => Number.parseInt(code, 16)));
	const table = new Map<string, string>();
	for (const entry of CONFUSABLES.trim().split(/\s+/)) {
		const [prototype = "", characters = ""] = entry.split("=");
		for (const character of characters.split(",")) table.set(read(character), read(prototype));
	}
	return table;
}
