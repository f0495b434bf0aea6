import { and, eq, gt, notInArray } from "drizzle-orm";
import type { Logger } from "pino";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { notifyOfSubscription } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { withTimeout } from "#server/platform/work/with-timeout.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { checkoutAttempts } from "#shared/billing/subscriptions/checkout-attempts.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { isActive } from "#shared/billing/subscriptions/subscription-status.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { presentBeside, presentOpenInvoices, presentSubscription } from "./present-subscription.ts";
import { isPastItsPeriod, standingOf } from "./standing.ts";
import { PAGE_LIVES_MS } from "./stripe/details-cache.ts";
import type { BillingLock } from "./sync/billing-lock.ts";
import { currentSubscription, isPaidOn, subscriptionsOf } from "./sync/live-subscription.ts";
import type { StripeSync } from "./sync/stripe-sync.ts";

/** How long after a checkout page opens a missing webhook justifies asking Stripe. */
const FRESH_CHECKOUT_MS = DAY_MS;
const INLINE_EVERY_MS = 3_000;

type Options = {
	db: Db;
	now: () => Date;
	log: Logger;
	lock: BillingLock;
	sync: StripeSync;
	deadlines: Pick<Deadlines, "stripeInline" | "stripeReturn">;
};

/** After "no answer", the rows may have changed too. */
type Asked = "answered" | "no answer" | "nothing to ask";

/** Creates a user's view of their subscription: from our rows, and from Stripe while those may be outdated. */
export function createClientView({ db, now, log, lock, sync, deadlines }: Options) {
	const asked = new Map<string, { at: number; done: Promise<Asked> }>();

	return {
		/** `GET /api/subscriptions/active`. Around a payment, Stripe itself is asked, because events can be late or lost. */
		async show(userId: string, { isAfterPayment }: { isAfterPayment: boolean }): Promise<ActiveSubscription> {
			let rows = await subscriptionsOf(db, userId);
			let current = currentSubscription(rows, now());
			const mayBeBehind =
				isAfterPayment || isPastItsPeriod(current, now()) || (!isActive(current, now()) && (await mayHavePaid(userId)));
			// After a visit to Stripe's page, waiting longer beats showing outdated data.
			const budgetMs = isAfterPayment ? deadlines.stripeReturn : deadlines.stripeInline;
			const known: Asked = mayBeBehind ? await makeSure(userId, budgetMs) : "nothing to ask";
			if (known !== "nothing to ask") {
				rows = await subscriptionsOf(db, userId);
				current = currentSubscription(rows, now());
			}
			const standing = standingOf(current);
			const shown = standing === "none" ? null : current;
			return {
				active: isActive(current, now()),
				standing,
				subscription: shown && presentSubscription(shown),
				alsoPaying: rows.filter((row) => row !== current && isPaidOn(row)).map(presentBeside),
				paymentFailed: standing === "owing",
				openInvoices: shown && presentOpenInvoices(shown),
				...(isAfterPayment && { verified: known !== "no answer", ...(await justPaid(current, known)) }),
			};
		},
	};

	/** Omitted if Stripe didn't answer, because a payment may have been made. */
	async function justPaid(current: Subscription | null, known: Asked): Promise<{ justPaid?: boolean }> {
		const hasPaid = await hasJustPaid(current);
		return hasPaid || known !== "no answer" ? { justPaid: hasPaid } : {};
	}

	/** Whether any tab or device may still have a Stripe page open, or has just left one. */
	async function mayHavePaid(userId: string): Promise<boolean> {
		const sentAt = await lastSentToStripe(userId);
		return (sentAt !== null && now().getTime() - sentAt.getTime() < PAGE_LIVES_MS) || hasFreshCheckout(userId);
	}

	async function lastSentToStripe(userId: string): Promise<Date | null> {
		const rows = await db.select().from(stripeCustomers).where(eq(stripeCustomers.userId, userId));
		const times = rows.map(({ sentToStripeAt }) => sentToStripeAt?.getTime() ?? 0);
		const newest = Math.max(0, ...times);
		return newest > 0 ? new Date(newest) : null;
	}

	/** A change paid from credit alone has no payment, but starts a period. */
	async function hasJustPaid(current: Subscription | null): Promise<boolean> {
		if (!current || !isActive(current, now())) return false;
		const since = new Date(now().getTime() - DAY_MS);
		if (current.currentPeriodStart > since) return true;
		const isNew = and(
			eq(payments.userId, current.userId),
			gt(payments.createdAt, since),
			notInArray(payments.status, ["failed", "canceled", "requires_action"]),
		);
		return (await db.select({ id: payments.id }).from(payments).where(isNew).limit(1)).length > 0;
	}

	async function hasFreshCheckout(userId: string): Promise<boolean> {
		const since = new Date(now().getTime() - FRESH_CHECKOUT_MS);
		const [attempt] = await db
			.select({ id: checkoutAttempts.id })
			.from(checkoutAttempts)
			.where(and(eq(checkoutAttempts.userId, userId), gt(checkoutAttempts.createdAt, since)))
			.limit(1);
		return attempt !== undefined;
	}

	/** What the user does on Stripe's page is newer than an answer given before. */
	async function wasSentOnSince(userId: string, at: number): Promise<boolean> {
		const sentAt = await lastSentToStripe(userId);
		return sentAt !== null && sentAt.getTime() > at;
	}

	/** Refreshes the rows from Stripe, rate-limited; concurrent callers share one answer. */
	async function makeSure(userId: string, budgetMs: number): Promise<Asked> {
		const at = now().getTime();
		for (const [id, one] of asked) if (at - one.at >= INLINE_EVERY_MS) asked.delete(id);
		const last = asked.get(userId);
		if (last && !(await wasSentOnSince(userId, last.at))) return last.done;
		const done = bringUp(userId, budgetMs);
		asked.set(userId, { at, done });
		// Later callers must not share a failed attempt.
		const forget = () => asked.get(userId)?.done === done && asked.delete(userId);
		void done.then((came) => came === "no answer" && forget(), forget);
		return done;
	}

	/** Screens answered before Stripe replied ask again, and get this answer. */
	function answerLate(userId: string): Promise<void> {
		asked.set(userId, { at: now().getTime(), done: Promise.resolve<Asked>("answered") });
		return notifyOfSubscription(db, userId);
	}

	async function bringUp(userId: string, budgetMs: number): Promise<Asked> {
		const [user] = await db.select().from(users).where(eq(users.id, userId));
		const customerId = user?.stripeCustomerId;
		if (!customerId) return "nothing to ask";
		let isLate = false;
		const synced = lock
			.hold(userId, (tx) => sync.syncCustomer(tx, { userId, customerId }))
			.then(() => (isLate ? answerLate(userId) : undefined))
			.then(
				(): Asked => "answered",
				(error: unknown): Asked => {
					log.warn({ err: error, userId }, "could not make sure of a payment");
					return "no answer";
				},
			);
		return withTimeout(budgetMs, synced, (): Asked => {
			isLate = true;
			return "no answer";
		});
	}
}
