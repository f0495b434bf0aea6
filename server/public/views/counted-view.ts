/** One view as it was answered, before it is a row of `views`. */
export type CountedView = {
	/** UUID version 7; a replay of the same event has the same. */
	id: string;
	/** When it was answered, in milliseconds since 1970: the time in the id. */
	at: number;
	userId: string;
	linkId: number;
	/** Already truncated. */
	ip: string | null;
	/** At most 1024 characters. */
	userAgent: string;
	clientWidth: number;
	clientHeight: number;
	attribution: string;
	isBot: boolean;
	/** Missing in records of a spool that an older release wrote, and so is `visitor`. */
	kind?: string | undefined;
	/** A signed 64-bit number as text; null for bots, and where no salt of the day was at hand. */
	visitor?: string | null | undefined;
	/** As the proxy's header said; a code of two letters. */
	country?: string | undefined;
	/** The alias that it came by, in lower case. */
	alias?: string | undefined;
};

/** A view on its way into a batch: with the whole address, which is taken off before anything is kept (P23). */
export type ArrivedView = CountedView & { address?: string | undefined };
