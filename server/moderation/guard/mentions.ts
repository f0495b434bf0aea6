import { type BrandName, firstWords, key, latinNames, lookAlikes, lookStarts, otherNames } from "./brands.ts";
import { comparedText, compatible, type Word, wordsOf } from "./text/fold.ts";

export type Mention = {
	name: BrandName;
	words: string;
	/** Not spelled like the brand, but looks like it. */
	isLookAlike: boolean;
	/** Foreign characters: another script within a word, or invisible ones. Empty for plain letters. */
	disguise: string[];
	/** After "with" or "via", or before "us", as in "WhatsApp us": the brand is a means, not the sender. */
	isMeans: boolean;
	/** At the beginning, before a colon or dash, or in "your Steam account". */
	isSender: boolean;
};

const WORDS_MAX = 4;
const MEANS = new Set(
	"with via using through mit uber avec con com por met med przez z cu ile dengan bang par per su on op auf через с з со μεσω με".split(
		" ",
	),
);
/** After an app's name, these make it a verb. */
const MEANT_BY = new Set(["us", "me", "uns", "nos", "moi", "ci", "ons"]);
const SHORT = 4;
const INVISIBLE = /[\u200b\u2060\ufeff]/;
const WITH_INVISIBLE = /[\p{L}\p{N}\p{M}\u200b\u2060\ufeff]+/gu;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu;
const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** The brands in a text, each once; a proper name takes precedence over a look-alike. */
export function mentionsOf(text: string): Mention[] {
	const found = new Map<string, Mention>();
	const words = wordsOf(text);
	const hidden = hiddenIn(text);
	for (let at = 0; at < words.length; at += 1) {
		for (let count = mostAt(words, at); count > 0; count -= 1) {
			const mention = mentionAt(words, at, count);
			if (!mention) continue;
			const isSender = at === 0 ? isFollowedByDelimiter(text, words, count) : isOfReader(words, at, count);
			add(found, { ...mention, disguise: disguiseOf(mention, hidden), isSender });
			at += count - 1;
			break;
		}
	}
	if (OTHER_LETTERS.test(text)) {
		const folded = comparedText(text);
		for (const { name, pattern } of otherNames) {
			const match = pattern.exec(folded);
			if (!match) continue;
			const before = folded.slice(0, match.index).trim().split(" ").at(-1) ?? "";
			const isMeans = MEANS.has(before);
			add(found, { name, words: match[0], isLookAlike: false, disguise: [], isMeans, isSender: match.index <= 1 });
		}
	}
	return [...found.values()];
}

function hiddenIn(text: string): Map<string, string> {
	const found = new Map<string, string>();
	if (!INVISIBLE.test(text)) return found;
	for (const word of compatible(text).match(WITH_INVISIBLE) ?? []) {
		const character = INVISIBLE.exec(word)?.[0];
		if (character) found.set(word.replace(/\p{Cf}/gu, ""), character);
	}
	return found;
}

function disguiseOf({ words, isLookAlike }: Pick<Mention, "words" | "isLookAlike">, hidden: Map<string, string>) {
	const invisible = hidden.get(words);
	if (invisible) return [invisible];
	if (!isLookAlike || !/\p{Script=Latin}/u.test(words)) return [];
	return [...new Set(words.match(OTHER_SCRIPT) ?? [])];
}

function mostAt(words: Word[], at: number): number {
	const { plain = "", latin = "", look = "", plainLook = "" } = words[at] ?? {};
	const isFirst = firstWords.has(plain) || firstWords.has(latin) || lookStarts.has(look) || lookStarts.has(plainLook);
	return isFirst ? Math.min(WORDS_MAX, words.length - at) : 1;
}

function add(found: Map<string, Mention>, mention: Mention): void {
	const known = found.get(mention.name.brand.id);
	const rank = ({ name, isMeans }: Mention) => (name.isWord ? 0 : 2) + (isMeans ? 0 : 1);
	if (!known || rank(mention) > rank(known)) found.set(mention.name.brand.id, mention);
}

function mentionAt(words: Word[], at: number, count: number): Omit<Mention, "isSender" | "disguise"> | null {
	const part = words.slice(at, at + count);
	const raw = part.map((word) => word.raw).join(" ");
	const isMeans = MEANS.has(words[at - 1]?.plain ?? "") || MEANT_BY.has(words[at + count]?.plain ?? "");
	const plain = part.map((word) => word.plain).join(" ");
	const name = latinNames.get(plain) ?? latinNames.get(withoutEnding(plain));
	if (name) return isWrittenAs(name, raw) ? { name, words: raw, isLookAlike: false, isMeans } : null;
	const latin = part.map((word) => word.latin).join(" ");
	const imitated = (latin !== plain && latinNames.get(latin)) || lookAlike(part);
	if (!imitated || imitated.isWord || key(imitated.written) === plain) return null;
	// "Whats App" is the name, too.
	if (key(imitated.written).replaceAll(" ", "") === plain.replaceAll(" ", "")) {
		return { name: imitated, words: raw, isLookAlike: false, isMeans };
	}
	return { name: imitated, words: raw, isLookAlike: true, isMeans };
}

function lookAlike(part: Word[]): BrandName | undefined {
	const look = part.map((word) => word.look).join("");
	if (look.length < 4) return undefined;
	return lookAlikes.get(look) ?? lookAlikes.get(part.map((word) => word.plainLook).join(""));
}

/** "Amazons", "PayPals": some languages' genitive. */
function withoutEnding(plain: string): string {
	return plain.length > 5 ? plain.replace(/(?:s|n|a|u|em|ie|ta|nin|in)$/, "") : plain;
}

/** Short names and ordinary words count only capitalized. */
function isWrittenAs({ written, isWord }: BrandName, raw: string): boolean {
	const letters = key(written).replaceAll(" ", "").length;
	if (letters < SHORT) return raw === written || raw === raw.toUpperCase();
	if (!isWord && letters > SHORT) return true;
	return /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(raw);
}

function isOfReader(words: Word[], at: number, count: number): boolean {
	return (
		words[at - 1]?.plain === "your" && ["account", "card", "wallet", "id"].includes(words[at + count]?.plain ?? "")
	);
}

function isFollowedByDelimiter(text: string, words: Word[], count: number): boolean {
	const last = words[count - 1]?.raw ?? "";
	const start = compatible(text);
	const end = start.indexOf(last) + last.length;
	return /^\s*(?:[:\-–—|•·!]|$)/u.test(start.slice(end).split("\n")[0] ?? "");
}
