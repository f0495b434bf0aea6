import { SCAM_PHRASES } from "./acts/scam-phrases.ts";
import { type Act, type FoundAct, isArticle } from "./acts.ts";
import { createPhraseBook } from "./text/phrase-book.ts";

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
