import type { ReactNode } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { formatDate } from "#client/lib/format.ts";
import type { ClientSubscription, Standing } from "#shared/billing/subscriptions/subscription.ts";
import { endOf } from "./plan-end.ts";
import { SoonLine } from "./soon-line.tsx";

type PlanStatusProps = { standing: Standing; subscription: ClientSubscription };

/** 'Active' with a green marker, 'Canceled (ends on ...)' with a yellow one (P99); a trial and a pause (P571). */
export function PlanStatus({ standing, subscription }: PlanStatusProps) {
	const { currentPeriodEnd, resumesAt } = subscription;
	const end = endOf(subscription);
	switch (standing) {
		case "active":
			return <Marker tone="bg-mark-good">Active</Marker>;
		case "ending":
			return (
				<Marker tone="bg-mark-warn">
					Canceled (ends on {formatDate(end ?? currentPeriodEnd)})
					<SoonLine at={end} />
				</Marker>
			);
		case "trialing":
			return (
				<Marker tone="bg-mark-good">
					Trial until {formatDate(currentPeriodEnd)}
					<SoonLine at={currentPeriodEnd} />
				</Marker>
			);
		case "paused":
			return <Marker tone="bg-mark-warn">Paused{resumesAt && ` until ${formatDate(resumesAt)}`}</Marker>;
		default:
			return null;
	}
}

/** 'Changes to Starter on March 5, 2027'; for the user's own plan, the interval changes. */
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
