import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { actsOf } from "./acts.ts";
import { type Brand, brandsOf } from "./brands.ts";
import { HOST_ACTS } from "./hosts/host-acts.ts";
import { partSigns } from "./hosts/look-alike-hosts.ts";
import { mentionsOf } from "./mentions.ts";
import { comparedText } from "./text/fold.ts";

type NamedBrand = {
	brand: Brand;
	words: string;
	rest: string[];
	isLookAlike: boolean;
	/** Also an ordinary word or short surname: Chase, Orange, Otto. */
	isWeak: boolean;
};

const SHORT = 4;
/** Acts that hardly occur in an honest person's name, whatever the brand. */
const HARD =
	/^(?:log-?in|sign-?in|logon|secur|verif|account|konto|cuenta|compte|conta|auth|unlock|recover|kyc|billing|wallet|refund|sicher|segur|support|alert|confirm)/;

/** The brand that an account's name impersonates, with an act next to it; null for a brand alone. */
export function impersonationByName(name: string): ModerationReason | null {
	return first(brandsNamed(name), (named) => reasonOf(named, actsIn(named, named.rest)));
}

/** Ids of the brands in an account's name. */
export function brandsInName(name: string): Set<string> {
	return new Set(brandsNamed(name).map(({ brand }) => brand.id));
}

/**
 * Impersonation in a link's address: a brand in the owner's name plus an act, as in `google-support/verify-account`
 * (P465). Ordinary words need two acts.
 * @param names the owner's, current and former
 * @param slugs the link's, with aliases
 * @param host of its target
 */
export function addressReason({ names, slugs, host }: { names: string[]; slugs: string[]; host: string }) {
	const own = brandsOf(host);
	const named = names.flatMap(brandsNamed).filter(({ brand }) => !own.has(brand));
	if (named.length === 0) return null;
	const words = slugs.flatMap(wordsOf);
	return first(named, (one) => {
		const acts = actsIn(one, [...one.rest, ...words]);
		return reasonOf(one, one.isWeak && acts.length < 2 ? [] : acts);
	});
}

/** A name split into words: `paypalteam` is "paypal team". */
export function spokenName(name: string): string {
	return wordsOf(name)
		.flatMap((word) => {
			const [sign] = signsOf(word);
			const at = sign ? word.indexOf(sign.words) : -1;
			if (!sign || at < 0) return [word];
			return [word.slice(0, at), sign.words, word.slice(at + sign.words.length)].filter(Boolean);
		})
		.join(" ");
}

function brandsNamed(name: string): NamedBrand[] {
	const words = wordsOf(name);
	const several = mentionsOf(words.join(" ")).map(({ name: { brand, isWord }, words: found, isLookAlike }) => {
		const parts = found.split(" ");
		return { brand, words: found, rest: words.filter((word) => !parts.includes(word)), isLookAlike, isWeak: isWord };
	});
	const single = words.flatMap((word, at) =>
		signsOf(word).map(({ name: { brand, isWord }, words: found, kind }) => ({
			...{ brand, words: found, isLookAlike: kind === "look-alike" },
			rest: [...words.slice(0, at), word.replace(found, ""), ...words.slice(at + 1)].filter(Boolean),
			isWeak: isWord || found.length <= SHORT,
		})),
	);
	return [...several, ...single];
}

/** No typo tolerance in people's names: Richard isn't Ricardo.ch. */
function signsOf(word: string) {
	return partSigns(word).filter(({ kind }) => kind === "name" || kind === "look-alike");
}

function actsIn({ isWeak }: NamedBrand, words: string[]): string[] {
	const found = words.filter((word) => (isWeak ? HARD.test(word) : isAct(word)));
	return [...new Set(found)];
}

/** Long words count anywhere in a word, shorter ones at its beginning, the shortest only as the whole word. */
function isAct(word: string): boolean {
	const [act = ""] = HOST_ACTS.exec(word) ?? [];
	if (act.length >= 6 || (act.length >= 4 && word.startsWith(act)) || (act !== "" && act === word)) return true;
	return actsOf(comparedText(word)).length > 0;
}

function reasonOf({ brand, words, isLookAlike }: NamedBrand, acts: string[]): ModerationReason | null {
	if (acts.length === 0) return null;
	const code = isLookAlike ? "look-alike-name" : "impersonation";
	return { code, brand: brand.id, words: [words, ...acts], evidence: "words" };
}

function wordsOf(name: string): string[] {
	return name.toLowerCase().split(/[-_]+/).filter(Boolean);
}

function first<Item, Found>(items: Item[], find: (item: Item) => Found | null): Found | null {
	for (const item of items) {
		const found = find(item);
		if (found !== null) return found;
	}
	return null;
}
