import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { formatDate } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import type { ActiveSubscription, ClientSubscription } from "#shared/subscriptions/subscription.ts";
import { AlsoPaying } from "../change/also-paying.tsx";
import { CancelButton } from "../change/cancel-button.tsx";
import { ChangeButton } from "../change/change-button.tsx";
import { DroppedChange } from "../change/dropped-change.tsx";
import { KeepPlanButton } from "../change/keep-plan-button.tsx";
import { SwitchInterval } from "../change/switch-interval.tsx";
import { usePageAtStripe, useSubscriptionChange } from "../subscriptions.queries.ts";
import { CreditFact, Fact, NextPayment, ReactivatedPrice } from "./next-payment.tsx";
import { endOf, PlanStatus, plannedChangeText, renewsBeforeItsEnd } from "./plan-status.tsx";
import { SoonLine } from "./soon-line.tsx";

type PlanDetailsProps = Pick<ActiveSubscription, "subscription" | "alsoPaying">;

/** What a subscription is at present, with what can be done about it; the way to the plans where there is none. */
export function PlanDetails({ subscription, alsoPaying }: PlanDetailsProps) {
	if (!subscription) return <NoPlan />;
	return (
		<Card className="flex max-w-xl flex-col">
			<CurrentPlan subscription={subscription} />
			{alsoPaying.length > 0 && <AlsoPaying alsoPaying={alsoPaying} />}
		</Card>
	);
}

function CurrentPlan({ subscription }: { subscription: ClientSubscription }) {
	const { plan, isAnnual, currentPeriodEnd } = subscription;
	const isCanceled = endOf(subscription) !== null;
	const isRenewed = renewsBeforeItsEnd(subscription);
	const heading = useHeadingFocus(`${isCanceled} ${subscription.plannedChange !== null}`);
	return (
		<>
			<div className="flex flex-col gap-3 p-6">
				<p className="text-sm text-muted">Your plan</p>
				<h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
					{plan.name}
				</h2>
				<div className="font-semibold">
					<PlanStatus subscription={subscription} />
				</div>
			</div>
			{subscription.plannedChange && <PlannedChange subscription={subscription} />}
			{subscription.droppedChange && <DroppedChange subscription={subscription} />}
			<dl className="grid gap-4 border-t px-6 py-5 sm:grid-cols-2">
				<Fact label="Billing">{isAnnual ? "Yearly" : "Monthly"}</Fact>
				{isRenewed && (
					<Fact label="Next renewal">
						{formatDate(currentPeriodEnd)}
						<SoonLine at={currentPeriodEnd} />
					</Fact>
				)}
				<NextPayment isCanceled={!isRenewed} />
				<CreditFact />
			</dl>
			<div className="flex flex-col gap-3 border-t p-6 sm:flex-row sm:flex-wrap">
				{isCanceled && <ReactivateButton />}
				{isCanceled && !isRenewed && <ReactivatedPrice subscription={subscription} />}
				<ButtonLink href={paths.pricing} variant="secondary">
					Change plan
				</ButtonLink>
				{!isCanceled && <SwitchInterval subscription={subscription} />}
				<PortalButton />
				{!isCanceled && <CancelButton subscription={subscription} />}
			</div>
		</>
	);
}

/** The button that was pressed goes with what it took back; the keyboard goes on at the plan, unless it is elsewhere. */
function useHeadingFocus(state: string) {
	const heading = useRef<HTMLHeadingElement>(null);
	const before = useRef(state);
	useEffect(() => {
		const isLost = document.activeElement === document.body;
		if (before.current !== state && isLost) heading.current?.focus({ preventScroll: true });
		before.current = state;
	}, [state]);
	return heading;
}

function PlannedChange({ subscription }: { subscription: ClientSubscription }) {
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t bg-sunken px-6 py-4">
			<p className="font-medium">
				{plannedChangeText(subscription)}
				<SoonLine at={subscription.plannedChange?.at} />
			</p>
			<KeepPlanButton subscription={subscription} />
		</div>
	);
}

function ReactivateButton() {
	return (
		<ChangeButton
			change={useSubscriptionChange("reactivate")}
			done={{
				title: "Subscription reactivated",
				description: "Your subscription has been successfully reactivated",
			}}
			failed="Could not reactivate the subscription"
		>
			Reactivate subscription
		</ChangeButton>
	);
}

function PortalButton() {
	const { mutate, isPending, isSuccess } = usePageAtStripe("portal");
	return (
		<Button variant="secondary" isBusy={isPending || isSuccess} onClick={() => mutate()}>
			Invoices and payment method
		</Button>
	);
}

function NoPlan() {
	return (
		<Card className="flex max-w-xl flex-col items-start gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 className="text-2xl">No active subscription</h2>
				<p className="text-muted">Choose a plan to create links with your own previews.</p>
			</div>
			<ButtonLink href={paths.pricing}>View plans</ButtonLink>
		</Card>
	);
}
