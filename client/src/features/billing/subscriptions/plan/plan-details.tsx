import { useEffect, useRef } from "react";
import { ContactLink } from "#client/components/layout/contact-link.tsx";
import { Button, ButtonLink, buttonClass } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { Fact } from "#client/components/ui/fact.tsx";
import { formatDate } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import type { ActiveSubscription, ClientSubscription, Standing } from "#shared/billing/subscriptions/subscription.ts";
import { AlsoPaying } from "../change/also-paying.tsx";
import { CancelButton } from "../change/cancel-button.tsx";
import { ChangeButton } from "../change/change-button.tsx";
import { DroppedChange } from "../change/dropped-change.tsx";
import { KeepPlanButton } from "../change/keep-plan-button.tsx";
import { SwitchInterval } from "../change/switch-interval.tsx";
import { usePageAtStripe, useSubscriptionChange } from "../subscriptions.queries.ts";
import { CreditFact, NextPayment, ReactivatedPrice } from "./next-payment.tsx";
import { renewsBeforeItsEnd } from "./plan-end.ts";
import { PlanStatus, plannedChangeText } from "./plan-status.tsx";
import { SoonLine } from "./soon-line.tsx";
import { StandingTerms } from "./standing-terms.tsx";

type PlanDetailsProps = Pick<ActiveSubscription, "standing" | "subscription" | "alsoPaying"> & { isActive: boolean };
type PlanProps = { isActive: boolean; standing: Standing; subscription: ClientSubscription };

export function PlanDetails({ isActive, standing, subscription, alsoPaying }: PlanDetailsProps) {
	if (!subscription) return <NoPlan />;
	return (
		<Card className="@container flex flex-col">
			<CurrentPlan {...{ isActive, standing, subscription }} />
			{alsoPaying.length > 0 && <AlsoPaying alsoPaying={alsoPaying} />}
		</Card>
	);
}

function CurrentPlan({ isActive, standing, subscription }: PlanProps) {
	const { plan, isAnnual, currentPeriodEnd } = subscription;
	const isRenewed = standing === "active" || (standing === "ending" && renewsBeforeItsEnd(subscription));
	const heading = useHeadingFocus(`${standing} ${subscription.plannedChange !== null}`);
	return (
		<>
			<div className="grid @2xl:grid-cols-[2fr_3fr]">
				<div className="flex flex-col gap-3 p-6">
					<p className="text-sm text-muted">Your plan</p>
					<h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
						{plan.name}
					</h2>
					<div className="font-semibold">
						<PlanStatus standing={standing} subscription={subscription} />
					</div>
					<StandingTerms {...{ isActive, standing, subscription }} />
				</div>
				<dl className="grid content-start gap-4 border-t px-6 py-5 sm:grid-cols-2 @2xl:border-t-0 @2xl:border-l @2xl:py-6">
					<Fact label="Billing">{isAnnual ? "Yearly" : "Monthly"}</Fact>
					{(isRenewed || standing === "trialing") && (
						<Fact label={isRenewed ? "Next renewal" : "First charge"}>
							{formatDate(currentPeriodEnd)}
							<SoonLine at={currentPeriodEnd} />
						</Fact>
					)}
					<NextPayment isCanceled={!isRenewed} />
					<CreditFact />
				</dl>
			</div>
			{subscription.plannedChange && <PlannedChange subscription={subscription} />}
			{subscription.droppedChange && <DroppedChange subscription={subscription} />}
			<div className="flex flex-col gap-3 border-t p-6 sm:flex-row sm:flex-wrap">
				<Buttons {...{ standing, subscription, isRenewed }} />
			</div>
		</>
	);
}

/** The actions for each standing (P571). */
function Buttons({ standing, subscription, isRenewed }: Omit<PlanProps, "isActive"> & { isRenewed: boolean }) {
	const isEnding = standing === "ending";
	return (
		<>
			{isEnding && <ReactivateButton />}
			{isEnding && !isRenewed && <ReactivatedPrice subscription={subscription} />}
			{(isEnding || standing === "active") && (
				<ButtonLink href={paths.pricing} variant="secondary">
					Change plan
				</ButtonLink>
			)}
			{standing === "active" && <SwitchInterval subscription={subscription} />}
			{standing === "paused" && <ContactLink className={buttonClass({})}>Contact us</ContactLink>}
			<PortalButton />
			{(!isEnding || isRenewed) && <CancelButton subscription={subscription} />}
		</>
	);
}

/** The pressed button disappears, so focus moves to the plan, unless it is elsewhere. */
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
		<Card className="flex flex-col items-start gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 className="text-2xl">No active subscription</h2>
				<p className="text-muted">Choose a plan to create links with your own previews.</p>
			</div>
			<ButtonLink href={paths.pricing}>View plans</ButtonLink>
		</Card>
	);
}
