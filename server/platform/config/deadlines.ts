/**
 * After how many milliseconds a late answer becomes a refusal, or is replaced by what is known. All deadlines are in this
 * one table, so that a slow machine can have all of them longer (`DEADLINE_FACTOR`). Those named `...Work` are processing time
 * of what reads an input: beyond it the input is refused, beyond the clock's deadline the machine is late
 * (docs/decisions/0074).
 */
export const DEADLINES = {
	/**
	 * A request's headers, and the whole of it from its first byte. The largest body takes 14 minutes at 0.1 Mbit/s; one that does
	 * not get on is given up long before (P472).
	 */
	requestHeaders: 10_000,
	request: 15 * 60_000,
	/** A new connection to the database, and the question that shows whether it answers at all. */
	databaseConnect: 1_000,
	databaseAnswer: 900,
	/**
	 * A free connection, so that a burst queues instead of failing, a statement on it, and how long a transaction may pause
	 * between two statements.
	 */
	databaseWait: 5_000,
	databaseStatement: 5_000,
	databasePause: 10_000,
	/** The same for billing, whose transactions call Stripe. */
	billingWait: 8_000,
	billingStatement: 30_000,
	billingPause: 60_000,
	/** The same on a replica, which is soon given up for the database itself. */
	replicaWait: 2_000,
	replicaStatement: 1_000,
	/** A visitor's look-up of a link, without and with an older answer at hand. */
	linkLoad: 1_250,
	linkRefresh: 250,
	/** A view that waits for the database before it goes to the spool. */
	view: 250,
	/** Google's answer at sign-in. */
	google: 9_000,
	/** An image that is made from an upload (P59). */
	imageWork: 10_000,
	image: 30_000,
	/** A page that is read for the form, and its turn to be read. */
	pageWork: 2_000,
	page: 10_000,
	pageTurn: 8_000,
	/** A provider's description of an embedded page. */
	provider: 3_000,
	/** An import's file that is read on its thread. */
	importFileWork: 20_000,
	importFile: 45_000,
	/** Another server: a connection, the whole answer with its redirects, a turn to ask, and the thread that asks. */
	outboundConnect: 3_000,
	outboundTotal: 8_000,
	outboundTurn: 10_000,
	outboundThread: 30_000,
	/** Google Web Risk's answer for one address. */
	webRisk: 1_500,
	/** One question to a resolver about an account's domain. */
	domainLookup: 3_000,
	/** 'Test this link', all apps together (P202). */
	selfTest: 5_000,
	/** Stripe's answer to a click, before a screen that comes from Stripe, and before any other. */
	stripeClick: 9_000,
	stripeReturn: 8_000,
	stripeInline: 2_000,
} as const satisfies Record<string, number>;

export type Deadlines = { readonly [Name in keyof typeof DEADLINES]: number };

/** All deadlines, this many times as long. */
export function deadlinesTimes(factor: number): Deadlines {
	const longer = Object.entries(DEADLINES).map(([name, ms]) => [name, ms * factor]);
	return Object.fromEntries(longer) as Deadlines;
}
