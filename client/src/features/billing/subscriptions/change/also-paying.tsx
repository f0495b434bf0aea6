import { useState } from "react";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { formatDate } from "#client/lib/format.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { useSubscriptionChange } from "../subscriptions.queries.ts";
import { carryOut } from "./change-button.tsx";
import { perPeriodText } from "./change-words.ts";

type Other = ActiveSubscription["alsoPaying"][number];

/** 'You also pay for Starter (€4.99 a month, since ...): cancel it' (P128): an unneeded second subscription. */
export function AlsoPaying({ alsoPaying }: Pick<ActiveSubscription, "alsoPaying">) {
	const [isAsking, setIsAsking] = useState(false);
	const change = useSubscriptionChange("cancelAlsoPaying");
	const names = alsoPaying.map(({ plan }) => plan.name).join(" and ");
	const it = alsoPaying.length > 1 ? "them" : "it";
	const cancel = () =>
		carryOut(change, {
			done: { title: "Subscription canceled", description: endOf(alsoPaying, names) },
			failed: "Could not cancel the subscription",
			onSettled: () => setIsAsking(false),
		});
	return (
		<div className="rounded-b-card border-t bg-sunken px-6 py-4">
			<p>
				You also pay for {alsoPaying.map(described).join(" and ")}:{" "}
				<button
					type="button"
					onClick={() => setIsAsking(true)}
					className="rounded-[6px] font-semibold text-danger underline underline-offset-2"
				>
					cancel {it}
				</button>
			</p>
			<ConfirmDialog
				isOpen={isAsking}
				title={`Cancel ${names}?`}
				description={`${endOf(alsoPaying, names)}. The plan shown above stays as it is, and your links keep working.`}
				keepLabel="Keep both"
				onKeep={() => setIsAsking(false)}
				confirmLabel={`Cancel ${names}`}
				confirm={cancel}
				isBusy={change.isPending}
			/>
		</div>
	);
}

/** 'Starter (€4.99 a month, since March 5, 2026)': price and date distinguish two of the same plan. */
function described({ plan, isAnnual, perPeriod, since, paymentFailed }: Other): string {
	const facts = [
		...(perPeriod === null ? [] : [perPeriodText(perPeriod, isAnnual)]),
		`since ${formatDate(since)}`,
		...(paymentFailed ? ["last payment failed"] : []),
	];
	return `${plan.name} (${facts.join(", ")})`;
}

function endOf(alsoPaying: Other[], names: string): string {
	const failed = alsoPaying.filter(({ paymentFailed }) => paymentFailed);
	if (failed.length === 0) return `${names} will end with the period you have paid for`;
	if (failed.length === alsoPaying.length) return `${names} ends now because the last payment failed`;
	return `Paid plans end with their period, unpaid ones immediately`;
}
