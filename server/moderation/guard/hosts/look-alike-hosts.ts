import { parse } from "tldts";
import { type BrandName, brandsOf, hostLooks, hostWords } from "../brands.ts";
import { lookOf } from "../text/confusables.ts";

export type HostSign = {
	name: BrandName;
	/** `paypal.com.evil.top`; `paypa1.com` or other scripts; `paypal-help.top`; `paypall.top`. */
	kind: "domain" | "look-alike" | "name" | "typo";
	words: string;
};

const TYPO_MIN = 7;
const PART_MIN = 6;
/** Longer labels can't be or look like a brand's name: `rn` looks like `m`. */
const PART_MAX = 2 * Math.max(...[...hostWords.keys()].map((word) => word.length));

/** Brands hinted at by a host name, strongest first. @param host in Unicode */
export function hostSigns(host: string): HostSign[] {
	const { domainWithoutSuffix, subdomain, publicSuffix } = parse(host, { allowPrivateDomains: true });
	const labels = [...(subdomain ?? "").split("."), domainWithoutSuffix ?? ""].filter(Boolean);
	const signs = labels.flatMap((label) => [
		...partSigns(label),
		...label.split(/[-_]/).flatMap((part) => (part === label ? [] : partSigns(part))),
	]);
	const within = domainWithin(labels, publicSuffix ?? "");
	const order = ["domain", "look-alike", "name", "typo"];
	return [...within, ...signs].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Whether it mixes scripts that no language mixes, as browsers check it (UTS 39, highly restrictive). */
export function mixesScripts(host: string): boolean {
	return host.split(".").some((label) => {
		const has = (script: string) => new RegExp(`\\p{Script=${script}}`, "u").test(label);
		const rest = label.replace(/[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu, "");
		if (rest === "") return false;
		const scripts = ["Cyrillic", "Greek", "Armenian", "Cherokee", "Arabic", "Hebrew", "Thai", "Devanagari"].filter(has);
		return scripts.length > 1 || (scripts.length === 1 && has("Latin"));
	});
}

/** What one label says. */
export function partSigns(part: string): HostSign[] {
	const found = hostWords.get(part);
	if (found) return [{ name: found, kind: "name", words: part }];
	const isPlain = /^[a-z0-9-]*$/.test(part);
	const alike = hostLooks.get(lookOf(part));
	if (alike && (part.length >= 5 || !isPlain)) return [{ name: alike.name, kind: "look-alike", words: part }];
	const typo = part.length >= TYPO_MIN ? typoOf(part) : undefined;
	if (typo) return [{ name: typo, kind: "typo", words: part }];
	for (let end = Math.min(part.length, PART_MAX); end >= PART_MIN; end -= 1) {
		for (const piece of [part.slice(0, end), part.slice(part.length - end)]) {
			const name = hostWords.get(piece);
			if (name && !name.isWord) return [{ name, kind: "name", words: piece }];
			const look = piece.length >= TYPO_MIN ? hostLooks.get(lookOf(piece)) : undefined;
			if (look && look.word !== piece && !look.name.isWord) {
				return [{ name: look.name, kind: "look-alike", words: piece }];
			}
		}
	}
	return [];
}

/** `paypal.com` before another domain. */
function domainWithin(labels: string[], suffix: string): HostSign[] {
	for (let at = 0; at + 1 < labels.length; at += 1) {
		const [label = "", next = ""] = labels.slice(at);
		const name = hostWords.get(label);
		const domain = `${label}.${next}`;
		if (name && brandsOf(domain).has(name.brand)) return [{ name, kind: "domain", words: `${domain}.….${suffix}` }];
	}
	return [];
}

/** A word one letter away from a brand: missing, added, changed or swapped. */
function typoOf(part: string): BrandName | undefined {
	for (const near of [part, ...withoutOne(part)]) {
		const name = near === part ? typos.get(near) : (hostWords.get(near) ?? typos.get(near));
		if (name && !name.isWord) return name;
	}
	return undefined;
}

const typos = new Map<string, BrandName>();
for (const [word, name] of hostWords) {
	if (word.length < TYPO_MIN) continue;
	for (const shorter of withoutOne(word)) if (!hostWords.has(shorter)) typos.set(shorter, name);
}

function withoutOne(word: string): string[] {
	return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}
