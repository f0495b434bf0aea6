import { ARTICLE_WORDS } from "./acts/articles.ts";
import { LATIN_ACTS } from "./acts/latin.ts";
import { MORE_LATIN_ACTS } from "./acts/more-latin.ts";
import { ACTS_OF_OTHER_SCRIPTS } from "./acts/other-scripts.ts";
import { SCAM_PHRASES } from "./acts/scam-phrases.ts";
import { createPhraseBook, type Phrase } from "./text/phrase-book.ts";

export const ACTS = ["login", "verify", "threat", "parcel", "prize", "refund", "secret"] as const;
export type Act = (typeof ACTS)[number];
/** A phrase that asks for something; weak ones are a noun or a bare verb, such as "login". */
export type FoundAct = { act: Act; isStrong: boolean; words: string };

type Kind = { act: Act; isStrong: boolean };

const acts = createPhraseBook([LATIN_ACTS, MORE_LATIN_ACTS, ACTS_OF_OTHER_SCRIPTS].flatMap(readActs));
const articles = createPhraseBook(readLines(ARTICLE_WORDS).map(({ phrase }) => ({ phrase, means: true })));

/**
 * The acts in a text, each once, in its strongest form. Data lines: `act: phrase; phrase`; a leading `-` marks a weak
 * phrase.
 * @param text of `comparedText`
 */
export function actsOf(text: string): FoundAct[] {
	const found = new Map<Act, FoundAct>();
	acts.search(text, ({ act, isStrong }, words) => {
		if (!found.has(act) || (isStrong && !found.get(act)?.isStrong)) found.set(act, { act, isStrong, words });
		return false;
	});
	return ACTS.flatMap((act) => found.get(act) ?? []);
}

/** Whether a text is about a brand, like an article, a shop's advert or a job offer. @param text of `comparedText` */
export function isArticle(text: string): boolean {
	return articles.search(text, () => true);
}

function readActs(source: string): Phrase<Kind>[] {
	return readLines(source).map(({ kind, phrase }) => {
		const isStrong = !phrase.startsWith("-");
		return { phrase: isStrong ? phrase : phrase.slice(1), means: { act: kind as Act, isStrong } };
	});
}

function readLines(source: string): { kind: string; phrase: string }[] {
	return source.split("\n").flatMap((line) => {
		const [, kind = "", list = ""] = /^(\w+): (.+)$/.exec(line) ?? [];
		const phrases = list.split(";").map((phrase) => phrase.trim());
		return phrases.filter(Boolean).map((phrase) => ({ kind, phrase }));
	});
}

const scams = createPhraseBook(
	SCAM_PHRASES.split("\n")
		.filter((line) => line !== "" && !line.startsWith("#"))
		.flatMap((line) => line.split(";"))
		.flatMap((phrase) => (phrase.trim() === "" ? [] : { phrase: phrase.trim(), means: true })),
);

/** Acts also used in scams without a brand; shops and clubs use the second group, too. */
const IN_NO_NAME = new Set<Act>(["threat"]);
const ON_RISKY_HOSTS = new Set<Act>(["threat", "prize", "refund", "secret"]);

/**
 * The words of a mass scam that names no brand, such as an unpaid toll (P549). Null if none, or if the text is about
 * scams.
 * @param text of `comparedText`
 * @param acts in the text
 */
export function scamWords({
	text,
	acts,
	isRisky,
}: {
	text: string;
	acts: FoundAct[];
	isRisky: boolean;
}): string | null {
	const telling = isRisky ? ON_RISKY_HOSTS : IN_NO_NAME;
	let found = acts.find(({ act, isStrong }) => isStrong && telling.has(act))?.words ?? null;
	scams.search(text, (_, words) => {
		found = words;
		return true;
	});
	return found !== null && isArticle(text) ? null : found;
}
