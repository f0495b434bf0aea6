import type { Drawing } from "./drawing.ts";

export type Caching = {
	keeps: string;
	tool?: { name: string; address: (link: string) => string; takesAddress: boolean };
	/** It may load images under another user agent, so a missing load proves nothing. */
	hidesImages?: true;
	note?: string;
	words?: readonly [string, ...string[]];
};

/** How a platform's fetcher requests a page, for the self-test (P202). Sources: docs/visitors.md. */
export type Probe = {
	userAgent: string;
	headers?: Record<string, string>;
	asksHead?: true;
	rangesImages?: true;
	prefersTwitter?: true;
	heedsCardKind?: true;
	showsNoWebp?: true;
	/** Its name in robots.txt, if it obeys that. */
	robot?: string;
};

export type System = "android" | "ios" | "desktop";

/** All that is known of one platform; every list of platforms derives from it (P536). */
export type Platform = {
	word: string;
	name: string;
	aliases?: readonly string[];
	/** Its domains, including short ones. Subdomains count unless another record has them. */
	domains?: readonly string[];
	/** Its name under country domains, as in google.de and google.co.uk. */
	countryDomain?: string;
	/** Android packages, which are the hosts of their referrers. In lower case. */
	packages?: readonly string[];
	clickIds?: readonly string[];
	/** People come from mail, which scanners open first (P538). */
	isMail?: true;
	/** All apps of the company add its click id: another one's app or referrer is more exact. */
	company?: "meta";
	/** Matches the user agents of its in-app browser, which people use. */
	inApp?: RegExp;
	/** Matches the user agents of its preview fetcher, and no person's. */
	fetcher?: RegExp;
	/** A fetcher whose name its app also has: ignored in browsers and apps. */
	fetcherNamedLikeApp?: RegExp;
	/** Matches an assistant and its maker's crawlers: no cards, but known by name. */
	assistant?: RegExp;
	/** Its user agents contain other platforms' words: matched first. */
	namesOthers?: true;
	/** Exact user agents under which it loads images of cards as a browser. */
	imageAgents?: readonly string[];
	cardTarget?: "meta" | "whatsapp" | "x" | "linkedin" | "discord";
	drawing?: Drawing;
	caching?: Caching;
	probe?: Probe;
	share?: (shared: { url: string; title: string }) => string;
	/** How to leave its in-app browser, if different from other apps. */
	exit?: { noWayOut?: readonly System[]; ownScheme?: (address: string) => string };
};

export const text = (title: string): string => `&text=${encodeURIComponent(title)}`;
export const withAddress = (before: string) => (link: string) => before + encodeURIComponent(link);
