/**
 * Milliseconds until a late answer is refused or replaced; `DEADLINE_FACTOR` scales all. `...Work` limits processing
 * time; past the clock's deadline the machine is late (docs/decisions/0074).
 */
export const DEADLINES = {
	/** Headers, and the whole request: the largest body takes 14 minutes at 0.1 Mbit/s (P472). */
	requestHeaders: 10_000,
	request: 15 * 60_000,
	/** A new connection to the database, and the health check's query. */
	databaseConnect: 1_000,
	databaseAnswer: 900,
	/** A free connection (a burst queues instead of failing), a statement, and a pause within a transaction. */
	databaseWait: 5_000,
	databaseStatement: 5_000,
	databasePause: 10_000,
	/** Billing's, whose transactions call Stripe. */
	billingWait: 8_000,
	billingStatement: 30_000,
	billingPause: 60_000,
	replicaWait: 2_000,
	replicaStatement: 1_000,
	linkLoad: 1_250,
	linkRefresh: 250,
	view: 250,
	google: 9_000,
	/** Making an image from an upload (P59). */
	imageWork: 10_000,
	image: 30_000,
	pageWork: 2_000,
	page: 10_000,
	pageTurn: 8_000,
	provider: 3_000,
	importFileWork: 20_000,
	importFile: 45_000,
	/** Another server: connection, whole answer with redirects, wait in the queue, a webhook's answer, and the thread. */
	outboundConnect: 3_000,
	outboundTotal: 8_000,
	outboundTurn: 10_000,
	outboundPost: 15_000,
	outboundThread: 30_000,
	webRisk: 1_500,
	/** One question to a resolver about an account's domain. */
	domainLookup: 3_000,
	/** 'Test this link', all apps together (P202). */
	selfTest: 5_000,
	/** Stripe's answer to a click, before a screen from Stripe, and before any other screen. */
	stripeClick: 9_000,
	stripeReturn: 8_000,
	stripeInline: 2_000,
} as const satisfies Record<string, number>;

export type Deadlines = { readonly [Name in keyof typeof DEADLINES]: number };

/** All deadlines, multiplied by `factor`. */
export function deadlinesTimes(factor: number): Deadlines {
	const longer = Object.entries(DEADLINES).map(([name, ms]) => [name, ms * factor]);
	return Object.fromEntries(longer) as Deadlines;
}
