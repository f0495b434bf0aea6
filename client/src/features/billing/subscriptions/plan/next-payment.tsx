import { useQuery } from "@tanstack/react-query";
import { Fact } from "#client/components/ui/fact.tsx";
import { TryAgain } from "#client/components/ui/load-failed.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { formatDate } from "#client/lib/format.ts";
import { afterCredit, creditAtEnd, creditLine } from "#shared/billing/subscriptions/credit-words.ts";
import type { ClientSubscription, SubscriptionDetails } from "#shared/billing/subscriptions/subscription.ts";
import { formatMoney } from "#shared/platform/format.ts";
import { creditQuery, subscriptionDetailsQuery } from "../subscriptions.queries.ts";

/** The next renewal's price and card, as list items; they are Stripe's and may load late. */
export function NextPayment({ isCanceled }: { isCanceled: boolean }) {
	const { data, isPending, isFetching, refetch } = useQuery(subscriptionDetailsQuery);
	if (isPending) {
		return (
			<>
				{!isCanceled && <Fact label="Price at next renewal">{<Skeleton className="my-1 h-4 w-20" />}</Fact>}
				<Fact label="Card">{<Skeleton className="my-1 h-4 w-40" />}</Fact>
			</>
		);
	}
	if (!data) {
		return (
			<div className="flex flex-wrap items-center justify-between gap-3 sm:col-span-2">
				<dt className="text-sm text-muted">We couldn't load your card and next price.</dt>
				<dd>
					<TryAgain size="sm" isBusy={isFetching} onRetry={() => void refetch()} />
				</dd>
			</div>
		);
	}
	return (
		<>
			{!isCanceled && data.renewal && (
				<Fact label="Price at next renewal">{formatMoney(data.renewal.amount, data.renewal.currency)}</Fact>
			)}
			{data.card && <Fact label="Card">{cardText(data.card)}</Fact>}
		</>
	);
}

export function CreditFact() {
	const credit = useQuery(creditQuery).data?.credit;
	return credit ? <Fact label="Balance">{creditLine(credit)}</Fact> : null;
}

/** The effect of reactivation: no charge now, and a renewal at the price of Stripe's preview (P260). */
export function ReactivatedPrice({ subscription }: { subscription: ClientSubscription }) {
	const next = useQuery(subscriptionDetailsQuery).data?.reactivated;
	const credit = useQuery(creditQuery).data?.credit;
	const price = next ? ` for ${formatMoney(next.amount, next.currency)}${afterCredit(credit)}` : "";
	return (
		<p className="order-first w-full text-sm text-muted">
			If you reactivate, {subscription.plan.name} renews on {formatDate(subscription.currentPeriodEnd)}
			{price}.{credit && ` ${creditAtEnd(credit)}`}
		</p>
	);
}

/** 'Visa ending in 4242, expires 04/2030'. */
export function cardText({ brand, last4, expMonth, expYear }: NonNullable<SubscriptionDetails["card"]>): string {
	const expiry = `${String(expMonth).padStart(2, "0")}/${expYear}`;
	return `${brandName(brand)} ending in ${last4}, expires\u00a0${expiry}`;
}

/** Stripe writes `visa`, `american_express` or `amex`; an unknown brand is shown as "card". */
function brandName(brand: string): string {
	if (brand === "amex" || brand === "american_express") return "American Express";
	if (!brand || brand === "unknown") return "Card";
	return brand.charAt(0).toUpperCase() + brand.slice(1).replaceAll("_", " ");
}
