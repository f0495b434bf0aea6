import { ARTICLE_WORDS } from "./acts/articles.ts";
import { LATIN_ACTS } from "./acts/latin.ts";
import { MORE_LATIN_ACTS } from "./acts/more-latin.ts";
import { ACTS_OF_OTHER_SCRIPTS } from "./acts/other-scripts.ts";
import { SCAM_PHRASES } from "./acts/scam-phrases.ts";
import { createPhraseBook, type Phrase } from "./text/phrase-book.ts";

/** What a card asks people for. */
export const ACTS = ["login", "verify", "threat", "parcel", "prize", "refund", "secret"] as const;
export type Act = (typeof ACTS)[number];
/** A phrase of a card that asks for something; a weak one is a noun or a bare verb, such as "login". */
export type FoundAct = { act: Act; isStrong: boolean; words: string };

type Kind = { act: Act; isStrong: boolean };

const acts = createPhraseBook([LATIN_ACTS, MORE_LATIN_ACTS, ACTS_OF_OTHER_SCRIPTS].flatMap(readActs));
const articles = createPhraseBook(readLines(ARTICLE_WORDS).map(({ phrase }) => ({ phrase, means: true })));

/**
 * What a text asks for, each act once, in its strongest form.
 * The data files have a line for each act and language, `act: phrase; phrase`; a leading `-` makes a phrase weak.
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

/** Whether a text speaks about a brand, as an article, an advert of a shop or a job offer does. @param text of `comparedText` */
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

/** Acts that scammers also ask for in nobody's name; shops and clubs do the second ones, too. */
const IN_NO_NAME = new Set<Act>(["threat"]);
const ON_RISKY_HOSTS = new Set<Act>(["threat", "prize", "refund", "secret"]);

/**
 * The words of a message that names no brand, and that scammers send by the thousand: a parcel that waits, an unpaid toll or
 * fine, a refund, a new number, a locked account, a prize (P549). Null where there are none, or the text is about such messages.
 * @param text of `comparedText`
 * @param acts that it asks for
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
