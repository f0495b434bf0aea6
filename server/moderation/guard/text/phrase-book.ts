import { fold } from "./fold.ts";

/** `…` is a gap of up to three words, `*` a word's rest; `(a|b)` and `?` as in regular expressions. */
export type Phrase<Means> = { phrase: string; means: Means };
type Compiled<Means> = { pattern: RegExp; means: Means };

/** Scripts without spaces between words, or whose words include articles and prepositions. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const PREFIXED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Finds phrases by their first word: one look-up per word instead of one search per phrase. */
export function createPhraseBook<Means>(phrases: Phrase<Means>[]) {
	const byWord = new Map<string, Compiled<Means>[]>();
	const byStem = new Map<string, Compiled<Means>[]>();
	const anywhere = [UNSPACED, PREFIXED, /./].map((script) => ({ script, compiled: [] as Compiled<Means>[] }));

	for (const { phrase, means } of phrases) {
		const script = [UNSPACED, PREFIXED].find((one) => one.test(phrase));
		const source = sourceOf(phrase, script === UNSPACED);
		const first = script ? null : firstWords(phrase);
		if (first === null) {
			const before = script ? "" : "(?<= )";
			const pattern = new RegExp(before + source + (script === UNSPACED ? "" : "(?= )"));
			anywhere[script ? [UNSPACED, PREFIXED].indexOf(script) : 2]?.compiled.push({ pattern, means });
			continue;
		}
		const compiled = { pattern: new RegExp(`${source}(?= )`, "y"), means };
		for (const word of first) {
			const index = word.endsWith("*") ? byStem : byWord;
			const key = word.replace("*", "");
			index.set(key, [...(index.get(key) ?? []), compiled]);
		}
	}

	/** @param found called with each phrase; true ends the search @returns whether it was ended */
	function search(text: string, found: (means: Means, words: string) => boolean): boolean {
		for (const { script, compiled } of anywhere) {
			if (!script.test(text)) continue;
			for (const { pattern, means } of compiled) {
				const words = pattern.exec(text)?.[0];
				if (words !== undefined && found(means, words.trim())) return true;
			}
		}
		for (let at = 1; at < text.length; ) {
			const next = text.indexOf(" ", at);
			const end = next < 0 ? text.length : next;
			for (const { pattern, means } of startingWith(text.slice(at, end))) {
				pattern.lastIndex = at;
				const words = pattern.exec(text)?.[0];
				if (words !== undefined && found(means, words)) return true;
			}
			at = end + 1;
		}
		return false;
	}

	function* startingWith(word: string) {
		yield* byWord.get(word) ?? [];
		for (let length = 2; length <= word.length; length += 1) yield* byStem.get(word.slice(0, length)) ?? [];
	}

	return { search };
}

function sourceOf(phrase: string, isUnspaced: boolean): string {
	const parts = phrase.replace(/[ …]+$/, "").split("…");
	const folded = parts.map((part) => {
		// A gap must keep its optional neighbors optional.
		const text = fold(isUnspaced ? part.replace(/^\?/, "") : part.trim());
		return text.replaceAll("*", "[^ \\n]*");
	});
	return `(?:${folded.join(isUnspaced ? "[^\\n]{0,12}?" : "(?: [^ \\n]+){0,3}? ")})`;
}

function firstWords(phrase: string): string[] | null {
	const text = fold(phrase.replaceAll("…", " ")).trim();
	const group = /^\(([^()]*)\)(.?)/.exec(text);
	if (group) {
		if (group[2] !== "" && group[2] !== " ") return null;
		return (group[1] ?? "").split("|").map((one) => one.split(" ")[0] ?? "");
	}
	const word = text.split(" ")[0] ?? "";
	return /[()?|]/.test(word) || text.startsWith(`${word} ?`) ? null : [word];
}
