import { eq, type Placeholder } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { planRank } from "#shared/billing/plans/plan-rules.ts";
import { isActive } from "#shared/billing/subscriptions/subscription-status.ts";
import { type Subscription, subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { factsOf } from "./subscription-row.ts";

/** Statuses in which a subscription still exists at Stripe: no second one may be started. */
export const LIVE_STATUSES = ["active", "trialing", "past_due", "unpaid", "paused", "incomplete"] as const;

export function isLive({ status }: { status: string }): boolean {
	return (LIVE_STATUSES as readonly string[]).includes(status);
}

type Candidate = Pick<
	Subscription,
	"status" | "planId" | "cancelAtPeriodEnd" | "currentPeriodEnd" | "cancelAt" | "createdAt"
>;

/** Valid before live before awaiting its first payment (P71); then the highest plan, then the newest. */
export function currentSubscription<Row extends Candidate>(rows: Row[], now: Date): Row | null {
	const [best] = [...rows].sort(
		(a, b) =>
			Number(isActive(b, now)) - Number(isActive(a, now)) ||
			standing(b) - standing(a) ||
			planRank(b.planId) - planRank(a.planId) ||
			b.createdAt.getTime() - a.createdAt.getTime(),
	);
	return best ?? null;
}

/** The same among Stripe's live subscriptions: what every button acts on. */
export function currentAtStripe(found: Stripe.Subscription[], now: Date): Stripe.Subscription | null {
	const current = currentSubscription(candidates(found), now);
	return current && isLive(current) ? current.atStripe : null;
}

/** The other live subscriptions: each is charged, but only the current one is used. */
export function besideAtStripe(found: Stripe.Subscription[], now: Date): Stripe.Subscription[] {
	const current = currentAtStripe(found, now);
	return candidates(found)
		.filter((each) => each.atStripe !== current && standing(each) === 2)
		.map(({ atStripe }) => atStripe);
}

export function isPaidOn(row: Candidate): boolean {
	return standing(row) === 2 && !row.cancelAtPeriodEnd && !row.cancelAt;
}

function standing({ status }: Candidate): number {
	if (!isLive({ status })) return 0;
	return status === "incomplete" ? 1 : 2;
}

function candidates(found: Stripe.Subscription[]) {
	return found.flatMap((atStripe) => {
		const facts = factsOf(atStripe);
		return facts ? [{ ...facts, atStripe }] : [];
	});
}

/** The query for all of a user's subscriptions, to await, or to prepare with a placeholder. */
export function subscriptionsOf(queryable: Db | Tx, userId: string | Placeholder) {
	return queryable.select().from(subscriptions).where(eq(subscriptions.userId, userId));
}
