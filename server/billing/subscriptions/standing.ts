import type { Standing } from "#shared/billing/subscriptions/subscription.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";

type Facts = Pick<
	Subscription,
	"status" | "isCollectionPaused" | "cancelAtPeriodEnd" | "cancelAt" | "currentPeriodEnd"
>;

/**
 * What a user is to billing (P570), by what Stripe says: the one judgement that buttons and screens go by. Whether the
 * plan can be used is another question, which the guard answers by the clock (P70).
 */
export function standingOf(current: Facts | null): Standing {
	switch (current?.status) {
		case "past_due":
		case "unpaid":
			return "owing";
		case "active":
		case "trialing":
		case "paused":
			return ofLiving(current);
		default:
			return "none";
	}
}

function ofLiving({ status, isCollectionPaused, cancelAtPeriodEnd, cancelAt }: Facts): Standing {
	if (cancelAtPeriodEnd || cancelAt) return "ending";
	if (status === "paused" || isCollectionPaused) return "paused";
	return status === "trialing" ? "trialing" : "active";
}

/**
 * Whether a period is over by our clock that Stripe renews or ends: our row is behind, or our clock ahead. Only Stripe knows
 * which. A paused one keeps its last period for as long as it is paused.
 */
export function isPastItsPeriod(current: Facts | null, now: Date): boolean {
	if (current?.status !== "active" && current?.status !== "trialing") return false;
	return current.currentPeriodEnd.getTime() <= now.getTime();
}
