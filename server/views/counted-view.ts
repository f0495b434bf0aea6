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
};
