import { useQuery } from "@tanstack/react-query";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { saidBy } from "#client/lib/api-client.ts";
import type { ClientSubscription, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { formatMoney } from "#shared/platform/format.ts";
import type { ChosenPlan } from "../checkout/chosen-plan.ts";
import type { AskedChange } from "../checkout/use-checkout.ts";
import { changeSentences, changeTitle, takenBackText } from "./change-words.ts";
import { planChangeQuery } from "./plan-change.queries.ts";

type ChangePlanDialogProps = { change: AskedChange; subscription: ClientSubscription | null };

/** Explains a plan change (P258) and what it undoes (P127) before its button charges the amount. */
export function ChangePlanDialog({ change, subscription }: ChangePlanDialogProps) {
	return change.choice && subscription ? (
		<Asked change={change} choice={change.choice} subscription={subscription} />
	) : null;
}

type AskedProps = { change: AskedChange; choice: ChosenPlan; subscription: ClientSubscription };

function Asked({ change, choice, subscription }: AskedProps) {
	// The card's data may be a minute old, but the confirmed amount must be current.
	const { data, error, isFetching } = useQuery({ ...planChangeQuery(choice), staleTime: 0, retry: false });
	const preview = isFetching ? undefined : data;
	const charged = preview?.amounts?.today ?? 0;
	const takenBack = preview ? takenBackText(subscription, preview) : null;
	const isRefused = !isFetching && error !== null;
	return (
		<Dialog
			isOpen
			onOpenChange={(isOpen) => !isOpen && !change.isPending && change.leave()}
			title={changeTitle(subscription, choice, data?.plan.name ?? "another plan")}
			description={
				isRefused ? (
					(saidBy(error) ?? "We couldn't load this change. Try again in a moment.")
				) : (
					<Terms {...{ choice, subscription, preview }} />
				)
			}
			actions={
				<>
					<Button variant="secondary" disabled={change.isPending} onClick={change.leave}>
						Keep my plan
					</Button>
					<Button
						disabled={!preview || (preview.effect === "now" && !preview.amounts)}
						isBusy={change.isPending}
						onClick={() => preview && change.confirm(preview)}
					>
						{confirmLabel(preview)}
					</Button>
				</>
			}
		>
			{change.note && <p role="alert">{change.note}</p>}
			{takenBack && <p>{takenBack}</p>}
			{charged > 0 && <p>We'll charge your saved card.</p>}
		</Dialog>
	);
}

function Terms({
	choice,
	subscription,
	preview,
}: Pick<AskedProps, "choice" | "subscription"> & { preview: PlanChangePreview | undefined }) {
	if (!preview) return <Skeleton className="block h-12" />;
	return changeSentences(subscription, choice.isAnnual, preview).map((sentence) => (
		<span key={sentence} className="block">
			{sentence}
		</span>
	));
}

function confirmLabel(preview: PlanChangePreview | undefined): string {
	const { today = 0, currency = "eur" } = preview?.amounts ?? {};
	return today > 0 ? `Pay ${formatMoney(today, currency)}` : "Change plan";
}
