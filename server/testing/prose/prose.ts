/** A word that docs, comments and screens avoid, and what to write instead. */
export type Banned = { pattern: RegExp; instead: string };
/** Where a banned word was found; `line` counts from 1. */
export type Find = { line: number; word: string; instead: string };

export const BANNED: readonly Banned[] = [
	{ pattern: /\bwhoever\b/giu, instead: "name the actor: visitor, owner, operator, crawler, or 'anyone who'" },
	{ pattern: /\b(?:some|any|every)body\b/giu, instead: "someone, anyone, everyone, or name the actor" },
	{ pattern: /\banew\b/giu, instead: "again" },
	{ pattern: /\bbeside\b/giu, instead: "next to" },
	{ pattern: /\bhereby\b/giu, instead: "leave it out" },
	{ pattern: /\bwhence\b/giu, instead: "its source, where it comes from" },
	{ pattern: /\bas good as (?:missing|gone)\b/giu, instead: "treated as not found" },
	{ pattern: /\bhears? of\b/giu, instead: "is notified of, is called with" },
	{ pattern: /\bfor ever\b/giu, instead: "forever, permanently" },
	{ pattern: /\bin place of\b/giu, instead: "instead of" },
	{ pattern: /\bstands? (?:in(?! for\b)|at|next to|there|here|below|above|behind|under)\b/giu, instead: "is, are" },
];

/** Code in which a word is a name: parameters of docstrings, identifiers and code between backquotes. */
const NAMES = /@param \w+|`[^`\n]*`/gu;

/** @param text a document, whole */
export function inDocument(text: string): Find[] {
	return findsIn(text, 1);
}

/** @param source TypeScript: its comments are judged, and with `strings` its texts of several words, too */
export function inSource(source: string, { strings }: { strings: boolean }): Find[] {
	const parts = source.matchAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w/])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gu);
	return [...parts].flatMap(({ 0: part, index }) => {
		const isComment = part.startsWith("/");
		if (!isComment && !(strings && / \w+ /u.test(part))) return [];
		const line = source.slice(0, index).split("\n").length;
		return findsIn(isComment ? part : part.slice(1, -1), line);
	});
}

function findsIn(text: string, first: number): Find[] {
	const blank = text.replace(NAMES, (name) => " ".repeat(name.length));
	return BANNED.flatMap(({ pattern, instead }) =>
		[...blank.matchAll(pattern)].map(({ 0: word, index }) => ({
			line: first + blank.slice(0, index).split("\n").length - 1,
			word,
			instead,
		})),
	);
}
