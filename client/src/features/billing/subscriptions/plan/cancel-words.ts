import { formatDate } from "#client/lib/format.ts";
import type { ClientSubscription, Standing } from "#shared/billing/subscriptions/subscription.ts";
import { formatMoney } from "#shared/platform/format.ts";

/** The effect of a cancellation; `endsAt` is null if it ends now. */
export type CancelWords = { description: string; after: string; endsAt: string | null };

const ENDS_NOW = { after: "To create or edit links, subscribe again.", endsAt: null };

/** The text of the cancellation dialog (P133, P572). */
export function cancelWords(
	{ plan, currentPeriodEnd, chargeDue }: ClientSubscription,
	{ standing, isActive }: { standing: Standing; isActive: boolean },
): CancelWords {
	const day = formatDate(currentPeriodEnd);
	if (chargeDue) {
		const amount = formatMoney(chargeDue.amount, chargeDue.currency);
		const description = `Your ${plan.name} plan has just renewed, and ${amount} is charged within the hour. If you cancel now, the plan ends at once and nothing is charged.`;
		return { description, ...ENDS_NOW };
	}
	if (standing === "paused" && !isActive) {
		return { description: `Your ${plan.name} plan is paused. It ends now, and nothing is charged.`, ...ENDS_NOW };
	}
	if (standing === "trialing") {
		const description = `Your ${plan.name} trial lasts until ${day}, and nothing is charged then. You can change your mind until that day.`;
		return { description, after: "", endsAt: currentPeriodEnd };
	}
	return {
		description: `Your ${plan.name} plan stays until ${day}, its last day. You can change your mind until then.`,
		after: "You can't create or edit links after that day.",
		endsAt: currentPeriodEnd,
	};
}
