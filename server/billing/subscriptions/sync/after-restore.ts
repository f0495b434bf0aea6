import { and, eq, isNull, sql } from "drizzle-orm";
import type pg from "pg";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Auth } from "#server/account/auth/auth.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { forgetRestore, readRestoreMark } from "#server/platform/db/restore-mark.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";
import { HOUR_MS } from "#shared/platform/days.ts";
import { isLive } from "./live-subscription.ts";

const RETRY_MS = 60_000;

type Options = {
	db: Db;
	pool: pg.Pool;
	stripe: Stripe;
	reconciler: Pick<Repeated, "wake">;
	signIn: Auth["signIn"];
	log: Logger;
};

/** After a restore, links customers newer than the backup to users, then resyncs all, until it succeeds (P297). */
export function createAfterRestore({ db, pool, stripe, reconciler, signIn, log }: Options): Repeated {
	return repeat({
		everyMs: null,
		retryMs: RETRY_MS,
		async work(stopping) {
			const mark = await readRestoreMark(pool);
			if (!mark?.finishedAt) return undefined;
			// A customer may have been created at Stripe before the backup, and stored here after it.
			const since = Math.floor((mark.madeAt.getTime() - HOUR_MS) / 1_000);
			let claimed = 0;
			for await (const customer of stripe.customers.list({ created: { gte: since }, limit: 100 })) {
				if (stopping.aborted) return undefined;
				claimed += (await claim(customer)) ? 1 : 0;
			}
			await db.update(stripeCustomers).set({ syncedAt: new Date(0) });
			await forgetRestore(pool);
			reconciler.wake();
			log.warn({ backupOf: mark.madeAt, claimed }, "after a restore: customers are reconciled with Stripe");
			return undefined;
		},
		failed: (error) => log.error({ err: error }, "customers could not be reconciled after a restore; tried again"),
	});

	/** @returns whether a user without a customer now has one */
	async function claim({ id, email, metadata: { userId } }: Stripe.Customer): Promise<boolean> {
		if (!userId) return false;
		const [known] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
		// A user who signs in with this Google account finds the paid plan. A deleted account stays deleted.
		if (!known && email && (await hasLiveSubscription(id))) await makeAccount(userId, email);
		const unclaimed = and(
			eq(users.id, userId),
			isNull(users.stripeCustomerId),
			sql`NOT EXISTS (SELECT FROM users other WHERE other.stripe_customer_id = ${id})`,
		);
		const claimed = await db.update(users).set({ stripeCustomerId: id }).where(unclaimed).returning({ id: users.id });
		return claimed.length > 0;
	}

	async function hasLiveSubscription(customer: string): Promise<boolean> {
		const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
		return data.some(isLive);
	}

	async function makeAccount(sub: string, email: string): Promise<void> {
		const unknown = { firstName: null, lastName: null, profileImageUrl: null };
		const made = await signIn({ sub, email, emailVerified: true, ...unknown });
		if ("refused" in made) log.warn({ userId: sub }, "after a restore: a customer's e-mail belongs to another account");
	}
}
