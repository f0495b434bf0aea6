import { and, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";

/**
 * How long a page of the portal may be used: it ends 5 minutes after it was made unless it is opened, and then an hour
 * after the last thing done on it. Source: docs.stripe.com/api/customer_portal/sessions.
 */
export const PAGE_LIVES_MS = 70 * 60_000;
/** How old an answer may be that nothing has invalidated, in milliseconds: some changes at Stripe send us no event. */
const MAX_AGE_MS = 5 * 60_000;
/** The same while the customer may be on one of Stripe's pages: events about changes there may be late. */
const MAX_AGE_AT_STRIPE_MS = 5_000;
const MAX_ANSWERS = 20_000;

type Asked = {
	userId: string;
	/** Names the question: the same words have the same answer until the account's billing changes. */
	what: string;
	/** How old the answer may be, in milliseconds, where that is less than usual. */
	maxAgeMs?: number;
};
type Cached = { version: string; at: number; answer: Promise<unknown> };

type Options = { db: Db; now: () => Date };

export type DetailsCache = ReturnType<typeof createDetailsCache>;

/**
 * Stripe's details of each account's subscription, cached until the customer's row is written. Every click, event and
 * repair writes it in its transaction, which invalidates earlier answers in every process.
 */
export function createDetailsCache({ db, now }: Options) {
	const cached = new LRUCache<string, Cached>({ max: MAX_ANSWERS });

	return {
		/** Answers from the cache, else by `ask`, whose errors are not cached. */
		async read<T>({ userId, what, maxAgeMs = MAX_AGE_MS }: Asked, ask: () => Promise<T>): Promise<T> {
			const row = await rowOf(userId);
			if (!row) return ask();
			const { version, sentToStripeAt } = row;
			const key = `${userId} ${what}`;
			const at = now().getTime();
			const isAtStripe = sentToStripeAt !== null && at - sentToStripeAt.getTime() < PAGE_LIVES_MS;
			const known = cached.get(key);
			const isFresh = known && at - known.at < Math.min(maxAgeMs, isAtStripe ? MAX_AGE_AT_STRIPE_MS : maxAgeMs);
			if (isFresh && known.version === version) return known.answer as Promise<T>;
			const answer = ask();
			const entry = { version, at, answer };
			cached.set(key, entry);
			answer.catch(() => {
				if (cached.peek(key) === entry) cached.delete(key);
			});
			return answer;
		},

		/** Call it when the customer is given the address of a page of Stripe's. */
		async sentToStripe(userId: string): Promise<void> {
			await touch(db, userId, { sentToStripeAt: now() });
		},

		/** Call it in the transaction of a change at Stripe that is not followed by a sync. */
		async invalidate(tx: Tx, userId: string): Promise<void> {
			await touch(tx, userId, { userId });
		},
	};

	/** `version` changes with each write of the row. */
	async function rowOf(userId: string) {
		const { sentToStripeAt } = stripeCustomers;
		const [row] = await db
			.select({ version: sql<string>`${stripeCustomers}.xmin::text`, sentToStripeAt })
			.from(stripeCustomers)
			.innerJoin(users, and(eq(users.id, stripeCustomers.userId), eq(users.stripeCustomerId, stripeCustomers.id)))
			.where(eq(users.id, userId));
		return row;
	}
}

function touch(queryable: Db | Tx, userId: string, values: { sentToStripeAt: Date } | { userId: string }) {
	return queryable.update(stripeCustomers).set(values).where(eq(stripeCustomers.userId, userId));
}
