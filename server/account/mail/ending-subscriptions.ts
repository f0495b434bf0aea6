import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { queueMail } from "#server/platform/db/queue-mail.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";

const DAYS_AHEAD = 3;

/** Queues a mail about each subscription that ends within three days; Stripe sends none. */
export async function queueEndingSubscriptions(db: Db, at: Date): Promise<void> {
	const { userId, stripeSubscriptionId, status, cancelAtPeriodEnd, currentPeriodEnd, cancelAt } = subscriptions;
	const end = sql<Date>`(CASE WHEN ${cancelAtPeriodEnd} THEN ${currentPeriodEnd} ELSE ${cancelAt} END)`.mapWith(
		cancelAt,
	);
	const until = new Date(at.getTime() + DAYS_AHEAD * DAY_MS);
	const ending = await db
		.select({ userId, id: stripeSubscriptionId, end })
		.from(subscriptions)
		.where(and(eq(status, "active"), sql`${end} > ${at} AND ${end} <= ${until}`));
	for (const { userId: owner, id, end: endsAt } of ending) {
		const key = `${id}:${endsAt.toISOString()}`;
		await queueMail(db, { userId: owner, kind: "subscription_ending", key, data: { endsAt: endsAt.toISOString() } });
	}
}
