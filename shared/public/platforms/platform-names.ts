import { PLATFORMS } from "./platforms.ts";

/** By word, alias and name in lower case. */
const BY_WORD = new Map(
	PLATFORMS.flatMap(({ word, name, aliases = [] }) =>
		[word, name.toLowerCase(), ...aliases].map((each) => [each, word] as const),
	),
);
const BY_DOMAIN = new Map(
	PLATFORMS.flatMap(({ word, domains = [] }) => domains.map((domain) => [domain, word] as const)),
);
const BY_PACKAGE = new Map(
	PLATFORMS.flatMap(({ word, packages = [] }) => packages.map((each) => [each, word] as const)),
);
const BY_COUNTRY_DOMAIN = new Map(
	PLATFORMS.flatMap(({ word, countryDomain }) => (countryDomain ? [[countryDomain, word] as const] : [])),
);
const NAMES = new Map(PLATFORMS.map(({ word, name }) => [word, name]));

/** A name under a country's domain, with or without `co.` or `com.`, or under `com`. */
const COUNTRY_DOMAIN = /(?:^|\.)([a-z]+)\.(?:com|(?:com?\.)?[a-z]{2})$/;

/** No domain is longer (RFC 1035, 2.3.4): looking up its suffixes would be slow. */
const HOST_MAX = 253;

/** `facebook-ads`, `tiktokads`. */
const ADS = /[-_ ]?ads?$/;

/** The platform that a word of `utm_source` means; null if none. @param word in lower case */
export function platformOfWord(word: string): string | null {
	return BY_WORD.get(word) ?? BY_WORD.get(word.replace(ADS, "")) ?? null;
}

/** A referrer's platform, by domain, subdomain, country domain or Android app; else null. @param host in lower case */
export function platformOfHost(host: string): string | null {
	if (host.length > HOST_MAX) return null;
	const app = BY_PACKAGE.get(host);
	if (app !== undefined) return app;
	for (let from = 0; from >= 0; from = host.indexOf(".", from + 1)) {
		const found = BY_DOMAIN.get(from === 0 ? host : host.slice(from + 1));
		if (found !== undefined) return found;
	}
	const [, name = ""] = COUNTRY_DOMAIN.exec(host) ?? [];
	return BY_COUNTRY_DOMAIN.get(name) ?? null;
}

/** A platform's name as its owner writes it; null for other words. */
export function platformName(word: string): string | null {
	return NAMES.get(word) ?? null;
}
