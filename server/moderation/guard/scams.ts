import { SCAM_PHRASES } from "./acts/scam-phrases.ts";
import { type Act, type FoundAct, isArticle } from "./acts.ts";
import { createPhraseBook } from "./text/phrase-book.ts";

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
