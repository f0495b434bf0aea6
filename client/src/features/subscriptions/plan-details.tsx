import type { ComponentProps, ReactNode } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { formatDate } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import type { ClientSubscription } from "#shared/subscriptions/subscription.ts";
import { useCancelSubscription, useReactivateSubscription } from "./subscriptions.queries.ts";

/** What a subscription is at present, with what can be done about it; the way to the plans where there is none. */
export function PlanDetails({ subscription }: { subscription: ClientSubscription | null }) {
	return subscription ? <CurrentPlan subscription={subscription} /> : <NoPlan />;
}

function CurrentPlan({ subscription }: { subscription: ClientSubscription }) {
	const { plan, isAnnual, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
	return (
		<Card className="flex max-w-xl flex-col">
			<div className="flex flex-col gap-3 p-6">
				<p className="text-sm text-muted">Your plan</p>
				<h2 className="text-3xl">{plan.name}</h2>
				<Status subscription={subscription} />
			</div>
			<dl className="grid gap-4 border-t px-6 py-5 sm:grid-cols-2">
				<Fact label="Billing">{isAnnual ? "Yearly" : "Monthly"}</Fact>
				{!cancelAtPeriodEnd && <Fact label="Next renewal">{formatDate(currentPeriodEnd)}</Fact>}
			</dl>
			<div className="flex flex-col gap-3 border-t p-6 sm:flex-row">
				{cancelAtPeriodEnd ? <ReactivateButton /> : <CancelButton />}
				<ButtonLink href={paths.pricing} variant={cancelAtPeriodEnd ? "ghost" : "secondary"}>
					Change plan
				</ButtonLink>
			</div>
		</Card>
	);
}

function Status({ subscription }: { subscription: ClientSubscription }) {
	const { status, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
	if (cancelAtPeriodEnd) {
		return (
			<Marker tone="bg-warn" text="text-warn">
				Canceled (ends on {formatDate(currentPeriodEnd)})
			</Marker>
		);
	}
	if (status !== "active") return null;
	return (
		<Marker tone="bg-good" text="text-good">
			Active
		</Marker>
	);
}

function Marker({ tone, text, children }: { tone: string; text: string; children: ReactNode }) {
	return (
		<p className={classNames("flex items-start gap-2 font-semibold", text)}>
			<span aria-hidden="true" className={classNames("mt-[0.4375rem] size-2.5 shrink-0 rounded-full", tone)} />
			<span>{children}</span>
		</p>
	);
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div>
			<dt className="text-sm text-muted">{label}</dt>
			<dd className="font-medium">{children}</dd>
		</div>
	);
}

function CancelButton() {
	return (
		<ChangeButton
			change={useCancelSubscription()}
			done={{
				title: "Subscription canceled",
				description: "Your subscription will be canceled at the end of the current period",
			}}
			failed="Could not cancel the subscription"
			variant="quiet-danger"
			className="sm:order-last"
		>
			Cancel subscription
		</ChangeButton>
	);
}

function ReactivateButton() {
	return (
		<ChangeButton
			change={useReactivateSubscription()}
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

type ChangeButtonProps = Pick<ComponentProps<typeof Button>, "variant" | "className" | "children"> & {
	change: ReturnType<typeof useCancelSubscription>;
	/** What the toast says afterwards, and what it says when nothing came of it. */
	done: { title: string; description: string };
	failed: string;
};

/** Changes the subscription, and tells the outcome by toast. */
function ChangeButton({ change: { mutate, isPending }, done, failed, ...look }: ChangeButtonProps) {
	const start = () =>
		mutate(undefined, {
			onSuccess: () => toast({ ...done, variant: "success" }),
			onError: (error) => toast({ title: "Error", description: failed, variant: "destructive", error }),
		});
	return <Button {...look} isBusy={isPending} onClick={start} />;
}

function NoPlan() {
	return (
		<Card className="flex max-w-xl flex-col items-start gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 className="text-2xl">No active subscription</h2>
				<p className="text-muted">Pick a plan to create links with your own previews.</p>
			</div>
			<ButtonLink href={paths.pricing}>View plans</ButtonLink>
		</Card>
	);
}
