import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatDate } from "#client/lib/format.ts";
import { useActiveSubscription } from "./subscriptions.queries.ts";

/** The person's plan in two lines, for the menu under the avatar. */
export function SubscriptionSummary() {
	const { subscription, isLoading } = useActiveSubscription();
	if (isLoading) return <Skeleton className="mb-2 h-[4.25rem]" />;
	return (
		<div className="mb-2 rounded-control border bg-paper px-3 py-2.5">
			<p className="font-semibold">{subscription ? subscription.plan.name : "No active subscription"}</p>
			{subscription ? (
				<SubscriptionStatus {...subscription} />
			) : (
				<p className="text-sm text-muted">Pick a plan to create links</p>
			)}
		</div>
	);
}

type StatusProps = { status: string; cancelAtPeriodEnd: boolean; currentPeriodEnd: string };

/** 'Active' with a green marker or 'Canceled (ends on ...)' with a yellow one; other states are not shown. */
function SubscriptionStatus({ status, cancelAtPeriodEnd, currentPeriodEnd }: StatusProps) {
	if (status !== "active") return null;
	return (
		<p className="flex items-center gap-2 text-sm text-muted">
			<span
				aria-hidden="true"
				className={classNames("size-2 shrink-0 rounded-full", cancelAtPeriodEnd ? "bg-[#E5A50A]" : "bg-[#2BA84A]")}
			/>
			{cancelAtPeriodEnd ? `Canceled (ends on ${formatDate(currentPeriodEnd)})` : "Active"}
		</p>
	);
}
