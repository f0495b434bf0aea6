import { desc, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";

/** An account's newest plan, in one line. */
export async function planOf(db: Db, userId: string): Promise<string> {
	const [newest] = await db
		.select()
		.from(subscriptions)
		.where(eq(subscriptions.userId, userId))
		.orderBy(desc(subscriptions.createdAt))
		.limit(1);
	if (!newest) return "none";
	const interval = newest.isAnnual ? "annual" : "monthly";
	const end = newest.cancelAtPeriodEnd ? "ends" : "until";
	return `${newest.planId}, ${interval}, ${newest.status}, ${end} ${newest.currentPeriodEnd.toISOString()}`;
}
