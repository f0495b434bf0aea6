import { and, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { users } from "#shared/auth/users.table.ts";
import { stripeCustomers } from "#shared/subscriptions/stripe-customers.table.ts";
import { PAGE_LIVES_MS } from "../change/take-back.ts";

/** How old an answer may be that nothing has invalidated, in milliseconds: some changes at Stripe send us no event. */
const MAX_AGE_MS = 5 * 60_000;
const MAX_ANSWERS = 20_000;

type Asked = {
	userId: string;
	/** Names the question: the same words have the same answer until the account's billing changes. */
	what: string;
	/** How old the answer may be, in milliseconds, where that is less than usual. */
	maxAgeMs?: number;
};
type Cached = { version: string; at: number; answer: Promise<unknown> };
type Line = { running: Promise<unknown>; next: Promise<unknown> | null };

type Options = { db: Db; now: () => Date };

export type DetailsCache = ReturnType<typeof createDetailsCache>;

/**
 * Stripe's details of each account's subscription, cached until the customer's row is written. Every click, event and
 * repair writes it in its transaction, which invalidates earlier answers in every process. While the customer may be on
 * one of Stripe's pages nothing is cached, because events about changes there may be late.
 */
export function createDetailsCache({ db, now }: Options) {
	const cached = new LRUCache<string, Cached>({ max: MAX_ANSWERS });
	const lines = new Map<string, Line>();

	return {
		/** Answers from the cache, else by `ask`, whose errors are not cached. */
		async read<T>(asked: Asked, ask: () => Promise<T>): Promise<T> {
			const version = await versionOf(asked.userId);
			const answer = version === null ? readFresh(asked, ask) : readCached(asked, { version, ask });
			return answer as Promise<T>;
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
	async function versionOf(userId: string): Promise<string | null> {
		const { sentToStripeAt } = stripeCustomers;
		const [row] = await db
			.select({ written: sql<string>`${stripeCustomers}.xmin::text`, sentToStripeAt })
			.from(stripeCustomers)
			.innerJoin(users, and(eq(users.id, stripeCustomers.userId), eq(users.stripeCustomerId, stripeCustomers.id)))
			.where(eq(users.id, userId));
		if (!row) return null;
		const isAtStripe = row.sentToStripeAt && now().getTime() - row.sentToStripeAt.getTime() < PAGE_LIVES_MS;
		return isAtStripe ? null : row.written;
	}

	function readCached(
		{ userId, what, maxAgeMs = MAX_AGE_MS }: Asked,
		{ version, ask }: { version: string; ask: () => Promise<unknown> },
	): Promise<unknown> {
		const key = `${userId} ${what}`;
		const at = now().getTime();
		const known = cached.get(key);
		if (known?.version === version && at - known.at < maxAgeMs) return known.answer;
		const entry = { version, at, answer: ask() };
		cached.set(key, entry);
		entry.answer.catch(() => {
			if (cached.peek(key) === entry) cached.delete(key);
		});
		return entry.answer;
	}

	/** One read at a time of each answer. Who asks meanwhile shares the next one, which begins after they asked. */
	function readFresh({ userId, what }: Asked, ask: () => Promise<unknown>): Promise<unknown> {
		const key = `${userId} ${what}`;
		const line = lines.get(key);
		if (!line) return begin(key, ask);
		line.next ??= line.running.then(
			() => begin(key, ask),
			() => begin(key, ask),
		);
		return line.next;
	}

	function begin(key: string, ask: () => Promise<unknown>): Promise<unknown> {
		const line: Line = { running: ask(), next: null };
		lines.set(key, line);
		const end = () => {
			if (line.next === null) lines.delete(key);
		};
		line.running.then(end, end);
		return line.running;
	}
}

function touch(queryable: Db | Tx, userId: string, values: { sentToStripeAt: Date } | { userId: string }) {
	return queryable.update(stripeCustomers).set(values).where(eq(stripeCustomers.userId, userId));
}
