import type { Drawing } from "./drawing.ts";

/** How a platform caches cards, as its owner reads it. */
export type Caching = {
	/** How long it keeps a card: 'about 7 days'. */
	keeps: string;
	/** Its own page that reads a card again: the page's address for a link. */
	tool?: { name: string; address: (link: string) => string; takesAddress: boolean };
	/** It may load the card's image under a name that is not its own: that it has not can't be known. */
	hidesImages?: true;
	/** What can't be known or changed, in a sentence. */
	note?: string;
	/** The words of its fetchers' views where they aren't the platform's own. */
	words?: readonly [string, ...string[]];
};

/** A platform's fetcher as it requests a page, for the self-test (P202). Sources: docs/visitors.md. */
export type Probe = {
	userAgent: string;
	/** Further headers that it sends. */
	headers?: Record<string, string>;
	/** It requests by HEAD before it reads. */
	asksHead?: true;
	/** It requests a range of images, too. */
	rangesImages?: true;
	/** It prefers `twitter:title`, `:description` and `:image` to `og:*`. */
	prefersTwitter?: true;
	/** It draws the card that `twitter:card` names. */
	heedsCardKind?: true;
	/** It shows no WebP images. */
	showsNoWebp?: true;
	/** Its name in robots.txt, where it heeds that. */
	robot?: string;
};

export type System = "android" | "ios" | "desktop";

/** All that is known of one platform, from which every list of platforms is derived (P536). */
export type Platform = {
	/** Its word in the source of views and in deliveries; the id of its drawing. */
	word: string;
	/** As its owner writes it. */
	name: string;
	/** Further words that people and tools write into `utm_source`, in lower case. */
	aliases?: readonly string[];
	/** Domains, short ones too. A subdomain counts as well, unless another record names it. */
	domains?: readonly string[];
	/** The name that it has under the domains of countries, as in google.de and google.co.uk. */
	countryDomain?: string;
	/** Android apps: their package is the host of their referrer. In lower case. */
	packages?: readonly string[];
	/** Query parameters that it adds to links, in lower case. */
	clickIds?: readonly string[];
	/** People come from mail, which scanners open before them (P538). */
	isMail?: true;
	/** Its click id is added by all apps of one company: an app or referrer of another of them is more exact. */
	company?: "meta";
	/** In the user agents of its app's browser, which people use. */
	inApp?: RegExp;
	/** In the user agents of its preview fetcher; in no person's. */
	fetcher?: RegExp;
	/** The same, where its app's user agents have the name, too: not looked for in browsers and apps. */
	fetcherNamedLikeApp?: RegExp;
	/** In the user agents of an assistant and of its maker's crawlers: no cards, but known by name. */
	assistant?: RegExp;
	/** Its user agents have words of other platforms, too: it is looked for first. */
	namesOthers?: true;
	/** User agents of browsers under which it loads the images of cards, to the letter. */
	imageAgents?: readonly string[];
	/** The custom card that it gets; else that of everyone else. */
	cardTarget?: "meta" | "whatsapp" | "x" | "linkedin" | "discord";
	drawing?: Drawing;
	caching?: Caching;
	probe?: Probe;
	/** The address at which it shares a link. */
	share?: (shared: { url: string; title: string }) => string;
	/** How to leave its app's browser, where that differs from other apps. */
	exit?: { noWayOut?: readonly System[]; ownScheme?: (address: string) => string };
};

/** `&text=` and a title. */
export const text = (title: string): string => `&text=${encodeURIComponent(title)}`;
/** An address that ends with an escaped link. */
export const withAddress = (before: string) => (link: string) => before + encodeURIComponent(link);
