import { eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Deadlines } from "#server/config/deadlines.ts";
import { notifyOfSubscription } from "#server/db/account-news.ts";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { withTimeout } from "#server/work/with-timeout.ts";
import { users } from "#shared/auth/users.table.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import type { SettledSync } from "../sync/settled-sync.ts";

const MAX_ACCOUNTS = 5_000;

type Options = {
	db: Db;
	lock: BillingLock;
	sync: SettledSync;
	deadlines: Pick<Deadlines, "stripeInline">;
	log: Logger;
};

/**
 * Changes that are still running after the answer 502 (P266): a slow Stripe may still carry them out, and a lost reply may
 * have been a success. Only its lock and Stripe's events show what failed in another process.
 */
export function createUnsettledChanges({ db, lock, sync, deadlines, log }: Options) {
	const pending = new Map<string, number>();
	/** Users whose last change failed at Stripe, so that our rows may be stale. */
	const unknown = new LRUCache<string, true>({ max: MAX_ACCOUNTS });
	const finds = new Map<string, Promise<void>>();

	return {
		/** Runs a change of the user's; it counts as pending until it ends, even if the request has ended. */
		async track<T>(userId: string, work: () => Promise<T>): Promise<T> {
			pending.set(userId, (pending.get(userId) ?? 0) + 1);
			try {
				return await work();
			} catch (error) {
				if (!(error instanceof AppError)) unknown.set(userId, true);
				throw error;
			} finally {
				const left = (pending.get(userId) ?? 1) - 1;
				if (left > 0) pending.set(userId, left);
				else pending.delete(userId);
				// Not waited for: the answer may go out.
				void notify(userId);
			}
		},

		/** Whether the user's rows show the outcome of every change; where a change failed, Stripe is read first. */
		async isSettled(userId: string): Promise<boolean> {
			if (pending.has(userId)) return false;
			if (!unknown.has(userId)) {
				if (!(await lock.isHeld(userId))) return true;
				void once(userId, () => lock.hold(userId, async () => undefined));
				return false;
			}
			await withTimeout(
				deadlines.stripeInline,
				once(userId, () => bringUp(userId)),
				() => undefined,
			);
			return !unknown.has(userId);
		},
	};

	/**
	 * Finds an outcome out, and then notifies the user's screens. One at a time for each user: with a slow Stripe, each
	 * question would queue another. Of a failure they hear nothing: each would ask again at once.
	 */
	function once(userId: string, find: () => Promise<void>): Promise<void> {
		const running = finds.get(userId);
		if (running) return running;
		const begun = find()
			.then(() => notify(userId))
			.catch((error: unknown) => log.warn({ err: error, userId }, "could not find out what came of a change"))
			.finally(() => finds.delete(userId));
		finds.set(userId, begun);
		return begun;
	}

	/** Screens that wait for the outcome ask again. */
	async function notify(userId: string): Promise<void> {
		await notifyOfSubscription(db, userId).catch((error: unknown) =>
			log.warn({ err: error, userId }, "screens could not be notified of a change's outcome"),
		);
	}

	async function bringUp(userId: string): Promise<void> {
		const [user] = await db.select().from(users).where(eq(users.id, userId));
		const customerId = user?.stripeCustomerId;
		if (customerId) await lock.hold(userId, (tx) => sync.syncCustomer(tx, { userId, customerId }, "back"));
		unknown.delete(userId);
	}
}
