/**
 * Terminal controls (C0, DEL, C1), and what reorders, hides or splits text: format characters, separators, half
 * surrogates, letters without a shape. A tab is harmless.
 */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for on its own
const UNSEEN = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

/** Escapes invisible characters and line breaks as JSON does, `\u202e`, so that JSON keeps its meaning (P481). */
export function visibleLine(line: string): string {
	return line.replace(UNSEEN, escaped);
}

/** The same for several lines, whose breaks stay. */
export function visibleLines(text: string): string {
	return text.split("\n").map(visibleLine).join("\n");
}

function escaped(character: string): string {
	return Array.from({ length: character.length }, (_, n) => {
		return `\\u${character.charCodeAt(n).toString(16).padStart(4, "0")}`;
	}).join("");
}
