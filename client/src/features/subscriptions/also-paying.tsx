import { useState } from "react";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import type { ActiveSubscription } from "#shared/subscriptions/subscription.ts";
import { carryOut } from "./change-button.tsx";
import { useSubscriptionChange } from "./subscriptions.queries.ts";

/** 'You also pay for Starter: cancel it' (P128): a second subscription that nobody needs. */
export function AlsoPaying({ alsoPaying }: Pick<ActiveSubscription, "alsoPaying">) {
	const [isAsking, setIsAsking] = useState(false);
	const change = useSubscriptionChange("cancelAlsoPaying");
	const names = alsoPaying.map(({ plan }) => plan.name).join(" and ");
	const it = alsoPaying.length > 1 ? "them" : "it";
	const cancel = () =>
		carryOut(change, {
			done: { title: "Subscription canceled", description: `${names} will end with the period you have paid for` },
			failed: "Could not cancel the subscription",
			onSettled: () => setIsAsking(false),
		});
	return (
		<div className="rounded-b-card border-t bg-sunken px-6 py-4">
			<p>
				You also pay for {names}:{" "}
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
				description="It ends with the period you have paid for. The plan shown above stays as it is, and your links go on working."
				keepLabel="Keep both"
				onKeep={() => setIsAsking(false)}
				confirmLabel={`Cancel ${names}`}
				confirm={cancel}
				isBusy={change.isPending}
			/>
		</div>
	);
}
