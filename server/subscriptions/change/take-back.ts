import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { type PlannedPhase, type TakeBack, takeBacks } from "#shared/subscriptions/take-backs.table.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { isLive } from "../sync/live-subscription.ts";
import { planAgain, readPlan } from "../sync/planned-change.ts";
import { isEnding, type PlanChange } from "./plan-change.ts";

const MINUTE = 60_000;
/**
 * How long a page of the portal may still be confirmed: it ends 5 minutes after it was made unless it is opened, and
 * then an hour after the last thing done on it. Source: docs.stripe.com/api/customer_portal/sessions.
 */
export const PAGE_LIVES_MS = 70 * MINUTE;
/** Nothing is taken back so shortly before it takes effect: it could not be put back in time. */
const TOO_LATE_MS = 2 * 60 * MINUTE;
/** A change that is confirmed so long after the page was opened still counts as confirmed. */
const REMEMBERED_MS = 24 * 60 * MINUTE;

type Options = {
	stripe: Stripe;
	db: Db;
	planChange: Pick<PlanChange, "keepGoing" | "releaseSchedule">;
	now: () => Date;
	log: Logger;
};

/** Where a person is: `away` may still be on Stripe's page, `back` has left it. */
export type Whereabouts = "away" | "back";

export type TakeBacks = ReturnType<typeof createTakeBacks>;

/**
 * Takes a cancellation or a planned change back for as long as a person looks at the page that confirms another plan,
 * since Stripe's portal changes no subscription that has either. Who leaves the page without a change finds again what
 * stood (P127). What stood is written down before anything is changed, so that a crash loses nothing. Call everything
 * here while holding the user's billing lock; the rows are written outside of the lock's transaction, because what was
 * done at Stripe is done whatever happens next.
 */
export function createTakeBacks({ stripe, db, planChange, now, log }: Options) {
	return {
		/**
		 * Stores the present state, then takes it back. If that was done already, only the time is stored.
		 * @throws AppError `conflict` if it takes effect within two hours
		 */
		async begin(userId: string, subscription: Stripe.Subscription): Promise<void> {
			const known = await rowOf(userId);
			const { phases } = await readPlan(stripe, subscription);
			const stands = isEnding(subscription) || phases.length > 0;
			if (!stands) {
				if (known) await change(userId, { openedAt: now() });
				return;
			}
			refuseTooLate(subscription);
			await writeDown(userId, subscription, phases);
			await planChange.keepGoing(subscription);
			await planChange.releaseSchedule(subscription);
		},

		/**
		 * Stores the planned change, which a cancellation drops first, to restore it if the cancellation fails
		 * half-way.
		 * @returns whether anything is planned
		 */
		async beforeCancel(userId: string, subscription: Stripe.Subscription): Promise<boolean> {
			const { phases } = await readPlan(stripe, subscription);
			if (phases.length === 0) return false;
			await writeDown(userId, subscription, phases);
			return true;
		},

		/**
		 * Puts back what stood, unless the change was confirmed meanwhile; anyone who may still be on the page is given the
		 * time that the page lives. Doing it twice, or late, is the same.
		 * @param found the customer's subscriptions as Stripe has them now
		 * @returns whether anything was changed at Stripe
		 */
		async settle(userId: string, found: Stripe.Subscription[], whereabouts: Whereabouts): Promise<boolean> {
			const row = await rowOf(userId);
			if (!row) return false;
			const subscription = found.find(({ id }) => id === row.stripeSubscriptionId);
			const age = now().getTime() - row.openedAt.getTime();
			if (!subscription || !isLive(subscription)) return forget(userId);
			if (row.restoredAt) {
				if (priceOf(subscription) === row.priceId) return age > REMEMBERED_MS ? forget(userId) : false;
				// Confirmed after all, on a page that was open in another window.
				const isToBeKept = isEnding(subscription) && !subscription.schedule;
				if (isToBeKept) await planChange.keepGoing(subscription);
				await forget(userId);
				return isToBeKept;
			}
			const { phases } = await readPlan(stripe, subscription);
			const isConfirmed = priceOf(subscription) !== row.priceId || phases.length > 0 || isEnding(subscription);
			if (isConfirmed) return forget(userId);
			if (whereabouts === "away" && age < PAGE_LIVES_MS) return false;
			await putBack(subscription, row);
			await change(userId, { restoredAt: now() });
			log.info({ userId }, "what was taken back for a change of plan stands again: nothing was confirmed");
			return true;
		},

		/** When the page was opened for which something is taken back now; null where nothing is. */
		async openedAt(userId: string): Promise<Date | null> {
			const row = await rowOf(userId);
			return row && !row.restoredAt ? row.openedAt : null;
		},
	};

	async function writeDown(userId: string, subscription: Stripe.Subscription, phases: PlannedPhase[]): Promise<void> {
		const row = {
			stripeSubscriptionId: subscription.id,
			cancelAtPeriodEnd: subscription.cancel_at_period_end,
			cancelAt: subscription.cancel_at === null ? null : new Date(subscription.cancel_at * 1000),
			plannedPhases: phases,
			priceId: priceOf(subscription),
			openedAt: now(),
			restoredAt: null,
		};
		await db
			.insert(takeBacks)
			.values({ userId, ...row })
			.onConflictDoUpdate({ target: takeBacks.userId, set: row });
	}

	async function putBack(subscription: Stripe.Subscription, row: TakeBack): Promise<void> {
		if (row.plannedPhases.length > 0) return planAgain(stripe, subscription, row.plannedPhases);
		// One that is half made, for a change that failed: Stripe plans no end for a subscription on a schedule.
		await planChange.releaseSchedule(subscription);
		const end = row.cancelAtPeriodEnd
			? { cancel_at_period_end: true }
			: { cancel_at: Math.floor((row.cancelAt ?? now()).getTime() / 1000) };
		await stripe.subscriptions.update(subscription.id, end, WHILE_SOMEONE_WAITS);
	}

	/** A page that is left alone, and a Stripe that is away, must not cost anyone another period. */
	function refuseTooLate(subscription: Stripe.Subscription): void {
		const periodEnd = subscription.items.data[0]?.current_period_end ?? 0;
		const at = Math.min(periodEnd, subscription.cancel_at ?? periodEnd) * 1000;
		const left = at - now().getTime();
		if (left < 0 || left >= TOO_LATE_MS) return;
		throw new AppError("plan_change_near", "Your plan changes within two hours. Please choose another one after that.");
	}

	async function rowOf(userId: string): Promise<TakeBack | undefined> {
		const [row] = await db.select().from(takeBacks).where(eq(takeBacks.userId, userId));
		return row;
	}

	async function change(userId: string, values: Partial<TakeBack>): Promise<void> {
		await db.update(takeBacks).set(values).where(eq(takeBacks.userId, userId));
	}

	async function forget(userId: string): Promise<false> {
		await db.delete(takeBacks).where(eq(takeBacks.userId, userId));
		return false;
	}
}

function priceOf(subscription: Stripe.Subscription): string {
	return subscription.items.data[0]?.price.id ?? "";
}
