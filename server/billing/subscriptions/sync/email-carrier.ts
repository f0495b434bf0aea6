import { and, eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { users } from "#shared/account/auth/users.table.ts";
import type { StripeCustomers } from "../stripe/stripe-customer.ts";
import type { BillingLock } from "./billing-lock.ts";

const EVERY_MS = 60_000;
const AT_MOST = 100;
/** Must match the index `users_email_new_to_stripe`. */
const IS_NEW_TO_STRIPE = sql`${users.stripeCustomerId} IS NOT NULL AND ${users.emailAtStripe} IS DISTINCT FROM ${users.email}`;

type Options = { db: Db; lock: BillingLock; customers: Pick<StripeCustomers, "tellEmail">; log: Logger };

/**
 * Stripe sends notices of failed payments there (P575). A sign-in only stores the address, so it never waits for
 * Stripe.
 */
export function createEmailCarrier({ db, lock, customers, log }: Options): Repeated {
	return repeat({
		everyMs: EVERY_MS,
		async work(stopping) {
			const stale = await db.select({ userId: users.id }).from(users).where(IS_NEW_TO_STRIPE).limit(AT_MOST);
			for (const { userId } of stale) {
				if (stopping.aborted) break;
				await lock
					.hold(userId, (tx) => carry(tx, userId))
					.catch((error: unknown) => log.warn({ err: error, userId }, "an e-mail address did not reach Stripe"));
			}
			return undefined;
		},
		failed: (error) => log.warn({ err: error }, "new e-mail addresses were not looked for"),
	});

	async function carry(tx: Tx, userId: string): Promise<void> {
		const [user] = await tx
			.select()
			.from(users)
			.where(and(eq(users.id, userId), IS_NEW_TO_STRIPE));
		if (!user?.stripeCustomerId) return;
		const { stripeCustomerId, email } = user;
		try {
			await customers.tellEmail(stripeCustomerId, user);
		} catch (error) {
			// Stripe would refuse the same address or customer every minute.
			if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
			log.warn({ err: error, userId }, "Stripe refused an e-mail address");
		}
		const isSame = and(eq(users.id, userId), eq(users.stripeCustomerId, stripeCustomerId));
		await tx.update(users).set({ emailAtStripe: email }).where(isSame);
	}
}
