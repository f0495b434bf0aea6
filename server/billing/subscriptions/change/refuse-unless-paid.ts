import { AppError } from "#server/platform/http/app-error.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { formatUtcDate } from "#shared/platform/format.ts";

type Facts = Pick<Subscription, "status" | "isCollectionPaused" | "currentPeriodEnd">;

/**
 * Refuses another plan in a trial and in a pause (P571): Stripe would start it without taking the amount that we name.
 * @throws AppError `subscription_fixed` in a sentence that says when it is possible
 */
export function refuseUnlessPaid(current: Facts | null): void {
	if (current?.status === "trialing") {
		const end = formatUtcDate(current.currentPeriodEnd.toISOString());
		throw new AppError("subscription_fixed", `Your trial lasts until ${end}. You can change your plan after that.`);
	}
	if (current?.status === "paused" || current?.isCollectionPaused) {
		throw new AppError(
			"subscription_fixed",
			"Your subscription is paused. Contact us to resume it, then change your plan.",
		);
	}
}
