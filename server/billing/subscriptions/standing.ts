import type { Standing } from "#shared/billing/subscriptions/subscription.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";

type Facts = Pick<
	Subscription,
	"status" | "isCollectionPaused" | "cancelAtPeriodEnd" | "cancelAt" | "currentPeriodEnd"
>;

/** As Stripe reports it (P570), the single source for buttons and screens. Plan access goes by the clock (P70). */
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
 * Either our row or our clock is wrong then, and only Stripe knows which. A paused subscription keeps its last period.
 */
export function isPastItsPeriod(current: Facts | null, now: Date): boolean {
	if (current?.status !== "active" && current?.status !== "trialing") return false;
	return current.currentPeriodEnd.getTime() <= now.getTime();
}
