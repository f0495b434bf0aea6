import { and, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";

/**
 * 5 minutes until it is opened, then an hour after the last activity. Source:
 * docs.stripe.com/api/customer_portal/sessions.
 */
export const PAGE_LIVES_MS = 70 * 60_000;
/** The maximum age in milliseconds without an invalidation: Stripe sends no event for some changes. */
const MAX_AGE_MS = 5 * 60_000;
/** The maximum age while the customer may be on a Stripe page: events about changes there may be late. */
const MAX_AGE_AT_STRIPE_MS = 5_000;
const MAX_ANSWERS = 20_000;

type Asked = {
	userId: string;
	/** The cache key within an account, valid until its billing changes. */
	what: string;
	/** A maximum age in milliseconds, if less than the default. */
	maxAgeMs?: number;
};
type Cached = { version: string; at: number; answer: Promise<unknown> };

type Options = { db: Db; now: () => Date };

export type DetailsCache = ReturnType<typeof createDetailsCache>;

/** Every click, event and repair writes the customer's row, which invalidates the cache in all processes. */
export function createDetailsCache({ db, now }: Options) {
	const cached = new LRUCache<string, Cached>({ max: MAX_ANSWERS });

	return {
		/** Reads through the cache; errors of `ask` aren't cached. */
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

		/** Call it when the customer receives the URL of a Stripe page. */
		async sentToStripe(userId: string): Promise<void> {
			await touch(db, userId, { sentToStripeAt: now() });
		},

		/** Call it in the transaction of a change at Stripe that no sync follows. */
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
