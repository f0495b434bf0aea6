import type { Offer } from "#server/billing/plans/plan-catalog.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { changeEffect } from "#shared/billing/subscriptions/change-effect.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { formatInterval, formatUtcDate } from "#shared/platform/format.ts";
import { presentSubscription } from "../present-subscription.ts";

/**
 * The cancellation or planned change that choosing this plan would undo, as a sentence (P127), or null.
 * @throws AppError `conflict` if this plan is already planned, or if a payment would have to undo an end beyond this
 * period, which Stripe can't do (docs/decisions/0089)
 */
export function whatStands(row: Subscription, offer: Offer): string | null {
	const { endsAt, plannedChange } = presentSubscription(row);
	if (row.cancelAt && changeEffect(row, offer) === "now") {
		const until = formatUtcDate(row.cancelAt.toISOString());
		throw new AppError(
			"reactivate_first",
			`Your subscription ends on ${until}. Reactivate it before you choose this plan.`,
		);
	}
	if (endsAt)
		return `Your subscription ends on ${formatUtcDate(endsAt)}. Choosing another plan undoes this cancellation.`;
	if (!plannedChange) return null;
	const { planId, plan, isAnnual, at } = plannedChange;
	const what = `${plan.name}, ${formatInterval({ isAnnual })}, on ${formatUtcDate(at)}.`;
	if (planId === offer.planId && isAnnual === offer.isAnnual) {
		throw new AppError("plan_change_planned", `Your plan already changes to ${what}`);
	}
	return `Your plan changes to ${what} Choosing another plan undoes this change.`;
}
