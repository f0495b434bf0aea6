import { getPublicSuffix } from "tldts";
import { AUTHORITIES } from "./brands/authorities.ts";
import { MONEY_ASIA } from "./brands/money-asia.ts";
import { MONEY_NORTH_AND_EAST } from "./brands/money-north-and-east.ts";
import { MONEY_SOUTH_AND_COINS } from "./brands/money-south-and-coins.ts";
import { MONEY_WEST } from "./brands/money-west.ts";
import { POSTS_AND_STATES } from "./brands/posts-and-states.ts";
import { SHOPS } from "./brands/shops.ts";
import { TECHNOLOGY } from "./brands/technology.ts";
import { lookOf } from "./text/confusables.ts";
import { fold } from "./text/fold.ts";

export type BrandName = {
	brand: Brand;
	written: string;
	isWord: boolean;
};
export type Brand = { id: string; names: BrandName[]; domains: string[] };

/** Suffixes that brands rarely buy, but impersonators do. */
const NOT_OF_COUNTRIES = new Set(["cc", "tk", "ml", "ga", "cf", "gq", "pw", "ws", "to", "la", "co", "st", "nu", "su"]);

/**
 * Imitated brands, as `name|name|~name = domain domain`: `~` marks ordinary words, domains include subdomains,
 * `label.+` means `.com` and every country's suffix.
 */
export const BRANDS: Brand[] = [
	TECHNOLOGY,
	SHOPS,
	POSTS_AND_STATES,
	AUTHORITIES,
	MONEY_WEST,
	MONEY_NORTH_AND_EAST,
	MONEY_ASIA,
	MONEY_SOUTH_AND_COINS,
].flatMap((source) => source.trim().split("\n").map(readBrand));

const LATIN = /^[\p{Script=Latin}\p{N}\p{M}\p{P}\p{S} ]+$/u;
/** Latin names by their folded words. */
export const latinNames = new Map<string, BrandName>();
/** The same by appearance; names long enough that few other words look alike. */
export const lookAlikes = new Map<string, BrandName>();
export const otherNames: { name: BrandName; pattern: RegExp }[] = [];
export const hostWords = new Map<string, BrandName>();
const owners = new Map<string, Set<Brand>>();
const LOOK_MIN = 5;

for (const brand of BRANDS) {
	for (const name of brand.names) {
		if (LATIN.test(name.written)) addLatinName(name);
		else otherNames.push({ name, pattern: otherPattern(name.written) });
	}
	for (const domain of brand.domains) {
		owners.set(domain, (owners.get(domain) ?? new Set<Brand>()).add(brand));
		const label = domain.split(".")[0] ?? "";
		const [name] = brand.names;
		if (name && label.length >= 5 && domain.includes(".") && !hostWords.has(label)) {
			hostWords.set(label, { ...name, isWord: brand.names.some((one) => one.isWord && key(one.written) === label) });
		}
	}
}
/** Prefixes of looks: a word without one can't begin a look-alike. */
export const lookStarts = startsOf(lookAlikes.keys());
export const firstWords = new Set([...latinNames.keys()].flatMap((words) => words.split(" ").slice(0, -1).slice(0, 1)));
export const hostLooks = new Map([...hostWords].map(([word, name]) => [lookOf(word), { word, name }]));

/** The brands that own a host. @param host as `new URL()` writes it */
export function brandsOf(host: string): Set<Brand> {
	const found = new Set<Brand>();
	const labels = host.split(".");
	for (let n = 0; n < labels.length; n += 1) {
		for (const brand of owners.get(labels.slice(n).join(".")) ?? []) found.add(brand);
	}
	const suffix = getPublicSuffix(host) ?? "";
	const isOfCountry = /^((com?|org|net|gov)\.)?[a-z]{2}$/.test(suffix) && !NOT_OF_COUNTRIES.has(suffix);
	if (isOfCountry || suffix === "com") {
		const label = labels.at(-1 - suffix.split(".").length);
		for (const brand of owners.get(`${label}.+`) ?? []) found.add(brand);
	}
	return found;
}

/** The look-up key of a name. */
export function key(name: string): string {
	return (fold(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
}

function addLatinName(name: BrandName): void {
	const words = key(name.written);
	const joined = words.replaceAll(" ", "");
	if (!latinNames.has(words)) latinNames.set(words, name);
	if (joined.length >= 6 && !latinNames.has(joined)) latinNames.set(joined, name);
	if (joined.length >= LOOK_MIN && !name.isWord) {
		for (const look of [lookOf(joined), lookOf(name.written.replace(/[^\p{L}\p{N}]/gu, ""))]) {
			if (!lookAlikes.has(look)) lookAlikes.set(look, name);
		}
	}
	if ((words === joined || joined.length >= 7) && joined.length >= 3 && !hostWords.has(joined)) {
		hostWords.set(joined, name);
	}
}

function startsOf(texts: Iterable<string>): Set<string> {
	const starts = new Set<string>();
	for (const text of texts) for (let end = 1; end < text.length; end += 1) starts.add(text.slice(0, end));
	return starts;
}

function otherPattern(written: string): RegExp {
	const text = key(written);
	if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(written)) {
		return new RegExp(text);
	}
	const isShort = written.length < 4;
	const before = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(written) && !isShort ? "" : "(?<= )";
	const ending = /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(written) && !isShort ? "[^ \\n]{0,3}" : "";
	return new RegExp(`${before}${text}${ending}(?= )`);
}

function readBrand(line: string): Brand {
	const [names = "", domains = ""] = line.split(" = ");
	const brand: Brand = { id: "", names: [], domains: domains.split(" ") };
	brand.names = names.split("|").map((name) => {
		const isWord = name.startsWith("~");
		return { brand, written: isWord ? name.slice(1) : name, isWord };
	});
	brand.id = brand.names[0]?.written ?? "";
	return brand;
}
