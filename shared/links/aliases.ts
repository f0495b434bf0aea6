/** Aliases of a link at most; a trigger keeps it. */
export const ALIASES_MAX = 50;
/** How many days, with today, the views of an alias are named for. */
export const ALIAS_VIEW_DAYS = 30;
/** For how many days views by alias are kept; clocks and days differ by one. */
export const ALIAS_DAYS_KEPT = ALIAS_VIEW_DAYS + 2;

export const TOO_MANY_ALIASES = `This link has ${ALIASES_MAX} former addresses, the most it can have. Release one first.`;
export const ALIAS_NOT_FOUND = "This address was released already";

/** A former slug that still leads to its link. */
export type LinkAlias = {
	slug: string;
	/** The whole short address. */
	shortUrl: string;
	/** When it became an alias. */
	since: string;
	/** Views by this address in the last 30 days, also those while it was the link's own. */
	views: number;
};

/** Answer of `GET /api/links/{id}/aliases`, the newest first. */
export type LinkAliasList = { aliases: LinkAlias[] };
