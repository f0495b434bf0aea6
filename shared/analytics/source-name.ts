import { platformOfHost, platformOfWord } from "../public/platforms/platform-names.ts";

/** A source as charts count it (P404): lower case, without `www.` or `m.`, a platform's aliases merged. */
export function sourceName(source: string): string {
	const word = source.trim().toLowerCase();
	const platform = platformOfWord(word);
	if (platform !== null) return platform;
	if (!word.includes(".")) return word;
	return platformOfHost(hostIn(word)) ?? word.replace(/^(?:www|m|mobile|old|l|lm|out)\./, "");
}

/** Some put an address into `utm_source`. */
function hostIn(word: string): string {
	return word.replace(/^[a-z-]+:\/\//, "").split("/", 1)[0] ?? word;
}
