export const ALIASES_MAX = 50;
/** Days, including today, over which an alias's views are shown. */
export const ALIAS_VIEW_DAYS = 30;
/** One day more at each end, because clocks and days differ. */
export const ALIAS_DAYS_KEPT = ALIAS_VIEW_DAYS + 2;

export const TOO_MANY_ALIASES = `This link has ${ALIASES_MAX} former addresses, the most it can have. Release one first.`;
export const ALIAS_NOT_FOUND = "This address was released already";

export type LinkAlias = {
	slug: string;
	shortUrl: string;
	since: string;
	views: number;
};

/** Answer of `GET /api/links/{id}/aliases`, newest first. */
export type LinkAliasList = { aliases: LinkAlias[] };
