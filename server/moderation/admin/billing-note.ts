import { and, desc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";

/** A disabled user's billing continues, because disabling can be undone. One line per subscription to be charged. */
export async function billingNote({ db, now }: { db: Db; now: () => Date }, userId: string): Promise<string[]> {
	const rows = await db
		.select({ subscription: subscriptions, email: users.email })
		.from(subscriptions)
		.innerJoin(users, eq(users.id, subscriptions.userId))
		.where(
			and(
				eq(users.id, userId),
				inArray(subscriptions.status, ["active", "past_due", "unpaid"]),
				eq(subscriptions.cancelAtPeriodEnd, false),
				or(isNull(subscriptions.cancelAt), gt(subscriptions.cancelAt, now())),
			),
		)
		.orderBy(desc(subscriptions.createdAt));
	return rows.map(({ subscription: { planId, currentPeriodEnd, stripeSubscriptionId }, email }) =>
		[
			`Billing goes on: ${planId}, charged next on ${currentPeriodEnd.toISOString().slice(0, 10)} (${stripeSubscriptionId}).`,
			`To end it, cancel it in Stripe's dashboard; to pay it back, too: npm run operator -- refund --user ${email}`,
		].join(" "),
	);
}
