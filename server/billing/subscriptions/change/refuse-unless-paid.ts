import { AppError } from "#server/platform/http/app-error.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { formatUtcDate } from "#shared/platform/format.ts";

type Facts = Pick<Subscription, "status" | "isCollectionPaused" | "currentPeriodEnd">;

/**
 * Refuses a plan change during a trial or pause (P571): Stripe would make it without charging the displayed amount.
 * @throws AppError `subscription_fixed`, saying when it becomes possible
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
