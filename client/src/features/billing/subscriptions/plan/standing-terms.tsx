import { useQuery } from "@tanstack/react-query";
import { formatDate } from "#client/lib/format.ts";
import type { ClientSubscription, Standing } from "#shared/billing/subscriptions/subscription.ts";
import { formatMoney } from "#shared/platform/format.ts";
import { subscriptionDetailsQuery } from "../subscriptions.queries.ts";

type TermsProps = { isActive: boolean; standing: Standing; subscription: ClientSubscription };

/** Explains a trial or pause and what follows (P571); nothing in other standings. */
export function StandingTerms({ isActive, standing, subscription }: TermsProps) {
	if (standing === "trialing") return <TrialTerms subscription={subscription} />;
	if (standing === "paused") return <p className="text-muted">{pauseText(isActive, subscription)}</p>;
	return null;
}

function TrialTerms({ subscription: { currentPeriodEnd } }: Pick<TermsProps, "subscription">) {
	const { data } = useQuery(subscriptionDetailsQuery);
	const { renewal, card } = data ?? {};
	const amount = renewal ? formatMoney(renewal.amount, renewal.currency) : "the first payment";
	const payer = card ? "your card is charged" : "you are charged";
	return (
		<p className="text-muted">
			On {formatDate(currentPeriodEnd)}, {payer} {amount} unless you cancel before then. You can create and edit links
			after your trial.
			{data && !card && ' No card is stored yet: add one with "Invoices and payment method".'}
		</p>
	);
}

/** A pause of payments keeps the plan usable; a paused subscription isn't. */
function pauseText(isActive: boolean, { resumesAt }: ClientSubscription): string {
	if (!isActive)
		return "Your plan is paused at Stripe: nothing is charged, and you can't create or edit links. To resume it, contact us.";
	const until = resumesAt ? ` until ${formatDate(resumesAt)}` : "";
	const next = resumesAt ? "Then it is charged again." : "To resume them, contact us.";
	return `Payments are paused at Stripe: nothing is charged${until}, and you can use your plan. ${next}`;
}
