export type CountedView = {
	/** UUID version 7; a replay has the same. */
	id: string;
	/** When it was answered, in milliseconds since 1970; also in the id. */
	at: number;
	userId: string;
	linkId: number;
	ip: string | null;
	/** At most 1024 characters. */
	userAgent: string;
	clientWidth: number;
	clientHeight: number;
	attribution: string;
	isBot: boolean;
	/** Missing, like `visitor`, in spool records of older releases. */
	kind?: string | undefined;
	/** A signed 64-bit number as text; null for bots, and without that day's salt. */
	visitor?: string | null | undefined;
	/** From the proxy's header; a two-letter code. */
	country?: string | undefined;
	alias?: string | undefined;
};

/** A view on its way into a batch, with the full address, which is removed before storing (P23). */
export type ArrivedView = CountedView & { address?: string | undefined };
