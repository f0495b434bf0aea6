import { and, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { users } from "#shared/auth/users.table.ts";
import { stripeCustomers } from "#shared/subscriptions/stripe-customers.table.ts";
import type { SubscriptionDetails } from "#shared/subscriptions/subscription.ts";
import type { SubscriptionDetailsReader } from "./subscription-details.ts";
import { PAGE_LIVES_MS } from "./take-back.ts";

/** How old an answer may be that nothing has invalidated, in milliseconds: some changes at Stripe send us no event. */
const MAX_AGE_MS = 5 * 60_000;
const MAX_ACCOUNTS = 5_000;

type Asked = { userId: string; subscriptionId: string };
type Cached = { version: string; at: number; answer: Promise<SubscriptionDetails> };
type Line = { running: Promise<SubscriptionDetails>; next: Promise<SubscriptionDetails> | null };

type Options = { db: Db; details: SubscriptionDetailsReader; now: () => Date };

export type DetailsCache = ReturnType<typeof createDetailsCache>;

/**
 * What Stripe says of each account's subscription, cached until the customer's row is written again. Every click, event
 * and repair writes it in its transaction, so an answer that was cached before is not used after, by any process. While
 * the customer may be on a page of Stripe's, nothing is cached: what they change there, no event may have told yet.
 */
export function createDetailsCache({ db, details, now }: Options) {
	const cached = new LRUCache<string, Cached>({ max: MAX_ACCOUNTS });
	const lines = new Map<string, Line>();

	return {
		/** Errors are Stripe's, and are not cached. */
		async read(asked: Asked): Promise<SubscriptionDetails> {
			const version = await versionOf(asked);
			return version === null ? readFresh(asked) : readCached(asked, version);
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

	/** What changes with each write of the customer's row; null where nothing may be cached. */
	async function versionOf({ userId, subscriptionId }: Asked): Promise<string | null> {
		const { sentToStripeAt } = stripeCustomers;
		const [row] = await db
			.select({ written: sql<string>`${stripeCustomers}.xmin::text`, sentToStripeAt })
			.from(stripeCustomers)
			.innerJoin(users, and(eq(users.id, stripeCustomers.userId), eq(users.stripeCustomerId, stripeCustomers.id)))
			.where(eq(users.id, userId));
		if (!row) return null;
		const isAtStripe = row.sentToStripeAt && now().getTime() - row.sentToStripeAt.getTime() < PAGE_LIVES_MS;
		return isAtStripe ? null : `${row.written} ${subscriptionId}`;
	}

	function readCached({ userId, subscriptionId }: Asked, version: string): Promise<SubscriptionDetails> {
		const at = now().getTime();
		const known = cached.get(userId);
		if (known?.version === version && at - known.at < MAX_AGE_MS) return known.answer;
		const entry = { version, at, answer: details.read(subscriptionId) };
		cached.set(userId, entry);
		entry.answer.catch(() => {
			if (cached.peek(userId) === entry) cached.delete(userId);
		});
		return entry.answer;
	}

	/** One read at a time for each account. Who asks meanwhile shares the next one, which begins after they asked. */
	function readFresh({ userId, subscriptionId }: Asked): Promise<SubscriptionDetails> {
		const line = lines.get(userId);
		if (line) {
			line.next ??= line.running.then(
				() => begin(userId, subscriptionId),
				() => begin(userId, subscriptionId),
			);
			return line.next;
		}
		return begin(userId, subscriptionId);
	}

	function begin(userId: string, subscriptionId: string): Promise<SubscriptionDetails> {
		const line: Line = { running: details.read(subscriptionId), next: null };
		lines.set(userId, line);
		const end = () => {
			if (line.next === null) lines.delete(userId);
		};
		line.running.then(end, end);
		return line.running;
	}
}

function touch(queryable: Db | Tx, userId: string, values: { sentToStripeAt: Date } | { userId: string }) {
	return queryable.update(stripeCustomers).set(values).where(eq(stripeCustomers.userId, userId));
}
