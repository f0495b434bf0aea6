import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { actsOf } from "./acts.ts";
import { type Brand, brandsOf } from "./brands.ts";
import { HOST_ACTS } from "./hosts/host-acts.ts";
import { partSigns } from "./hosts/look-alike-hosts.ts";
import { mentionsOf } from "./mentions.ts";
import { comparedText } from "./text/fold.ts";

/** A brand in the name of a link's owner. */
type NamedBrand = {
	brand: Brand;
	/** As the name has it. */
	words: string;
	/** The other words of the name. */
	rest: string[];
	isLookAlike: boolean;
	/** Also an ordinary word, or so short that people have it as a name: Chase, Orange, Otto. */
	isWeak: boolean;
};

const SHORT = 4;
/** Acts that an honest person's name hardly has next to it, whatever the brand. */
const HARD =
	/^(?:log-?in|sign-?in|logon|secur|verif|account|konto|cuenta|compte|conta|auth|unlock|recover|kyc|billing|wallet|refund|sicher|segur|support|alert|confirm)/;

/** The brand that the name of an account pretends to be, by a brand and an act together; null for a name alone. */
export function impersonationByName(name: string): ModerationReason | null {
	return first(brandsNamed(name), (named) => reasonOf(named, actsIn(named, named.rest)));
}

/** The ids of the brands that the name of an account has in it. */
export function brandsInName(name: string): Set<string> {
	return new Set(brandsNamed(name).map(({ brand }) => brand.id));
}

/**
 * What a link's address says: a brand in its owner's name, and an act in that or in a slug, as `google-support/verify-account`
 * does (P465). A name that is an ordinary word needs two acts.
 * @param names of the owner, the present and the former ones
 * @param slugs of the link, its own and its aliases
 * @param host that it leads to
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

/** The words of a name as people read them: `paypalteam` is "paypal team". */
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

/** A typing error in a person's name is none: Richard is not Ricardo.ch. */
function signsOf(word: string) {
	return partSigns(word).filter(({ kind }) => kind === "name" || kind === "look-alike");
}

function actsIn({ isWeak }: NamedBrand, words: string[]): string[] {
	const found = words.filter((word) => (isWeak ? HARD.test(word) : isAct(word)));
	return [...new Set(found)];
}

/** Long words of acts count within a word, others at its beginning, and the shortest alone. */
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
