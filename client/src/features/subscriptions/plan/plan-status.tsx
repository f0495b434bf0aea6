import type { ReactNode } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { formatDate } from "#client/lib/format.ts";
import type { ClientSubscription } from "#shared/subscriptions/subscription.ts";
import { SoonLine } from "./soon-line.tsx";

/** When a subscription that was canceled ends; null for one that runs on. */
export function endOf({ cancelAtPeriodEnd, currentPeriodEnd, endsAt }: ClientSubscription): string | null {
	return endsAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null);
}

/** Whether it is charged again: until an end that is further away than this period, too (P260). */
export function renewsBeforeItsEnd(subscription: ClientSubscription): boolean {
	const end = endOf(subscription);
	return end === null || Date.parse(end) > Date.parse(subscription.currentPeriodEnd);
}

/** 'Active' with a green marker or 'Canceled (ends on ...)' with a yellow one; other states are not shown (P99). */
export function PlanStatus({ subscription }: { subscription: ClientSubscription }) {
	if (subscription.status !== "active") return null;
	const end = endOf(subscription);
	return end ? (
		<Marker tone="bg-mark-warn">
			Canceled (ends on {formatDate(end)})
			<SoonLine at={end} />
		</Marker>
	) : (
		<Marker tone="bg-mark-good">Active</Marker>
	);
}

/** 'Changes to Starter on March 5, 2027'; for the user's own plan the interval changes. */
export function plannedChangeText({ planId, plannedChange }: ClientSubscription): string | null {
	if (!plannedChange) return null;
	const interval = plannedChange.isAnnual ? "yearly billing" : "monthly billing";
	const what = plannedChange.planId === planId ? interval : plannedChange.plan.name;
	return `Changes to ${what} on ${formatDate(plannedChange.at)}`;
}

function Marker({ tone, children }: { tone: string; children: ReactNode }) {
	return (
		<p className="flex items-start gap-2">
			<span aria-hidden="true" className={classNames("mt-[0.4375em] size-2.5 shrink-0 rounded-full", tone)} />
			<span>{children}</span>
		</p>
	);
}
