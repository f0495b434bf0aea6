import { asciiOf, lookOf } from "./confusables.ts";

const LETTERS: Record<string, string> = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	ø: "o",
	đ: "d",
	ł: "l",
	ı: "i",
	ς: "σ",
};
/** Accents of Latin, Greek and Cyrillic, vowel signs of Arabic and Hebrew, and invisible characters. */
const NOT_COMPARED =
	/[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|\u0640|[\ufe00-\ufe0f]|\p{Cf}/gu;

const ASCII = /^[\x20-\x7e]*$/;
/** Characters that NFKC expands to more than three: phrases, fractions, months and units, none of them letters. */
const LONG_SYMBOLS =
	/[\u2057\u2152\u2167\u2177\u247d-\u2487\u2a0c\u321d\u321e\u3300-\u3357\u337f\u3389\u33a8-\u33af\u33c2\u33c6\u33d8\ufdf2-\ufdfc\u{1d15e}-\u{1d164}\u{1d1bb}-\u{1d1c0}]/gu;

/** NFKC, limited to triple the length, which bounds the work of later steps. */
export function compatible(text: string): string {
	return ASCII.test(text) ? text : text.replace(LONG_SYMBOLS, " ").normalize("NFKC");
}

/** A text for comparison: no case, accents or invisible characters. */
export function fold(text: string): string {
	if (ASCII.test(text)) return text.toLowerCase();
	return compatible(text)
		.toLowerCase()
		.normalize("NFD")
		.replace(NOT_COMPARED, "")
		.normalize("NFC")
		.replace(/[ßæœøđłıς]/g, (letter) => LETTERS[letter] ?? letter);
}

export type Word = {
	raw: string;
	plain: string;
	latin: string;
	/** Its appearance, from the folded word; those of adjacent words can be concatenated. */
	look: string;
	plainLook: string;
};

const WORD = /[\p{L}\p{N}\p{M}]+(?:[@$](?=\p{L})[\p{L}\p{N}\p{M}]*)*/gu;
const ASCII_LETTER = /[a-z]/;
const DIGITS: Record<string, string> = { "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };

/** The words of a text. Spaced letters (`P a y P a l`) are one word. */
export function wordsOf(text: string): Word[] {
	const visible = compatible(text).replace(/\p{Cf}/gu, "");
	const joined = visible.replace(/(?<![\p{L}\p{N}])(?:\p{L}[ .·_-]){3,}\p{L}(?![\p{L}\p{N}])/gu, (spaced) =>
		spaced.replace(/[ .·_-]/g, ""),
	);
	return (joined.match(WORD) ?? []).map((raw) => {
		const plain = fold(raw);
		const look = lookOf(raw);
		return { raw, plain, latin: latinOf(plain), look, plainLook: raw === plain ? look : lookOf(plain) };
	});
}

/** Prepares a text for phrase searches: folded words between single spaces, mixed look-alikes as Latin letters. */
export function comparedText(text: string): string {
	const lines = text.split("\n").map((line) =>
		wordsOf(line)
			.map(({ latin }) => latin)
			.join(" "),
	);
	return ` ${lines.join(" \n ")} `;
}

function latinOf(plain: string): string {
	if (!ASCII_LETTER.test(plain) || /^[a-z]+$/.test(plain)) return plain;
	const letters = Array.from(plain, (character) => DIGITS[character] ?? asciiOf(character) ?? character);
	return /^\d*[a-z]+\d*$/.test(plain) && !/[a-z]\d+[a-z]/.test(plain) && !/^\d*[a-z]*[013]$/.test(plain)
		? plain
		: letters.join("");
}
