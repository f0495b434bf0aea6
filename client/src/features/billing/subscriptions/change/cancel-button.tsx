import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { creditAtEnd } from "#shared/billing/subscriptions/credit-words.ts";
import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { cancelWords } from "../plan/cancel-words.ts";
import { plannedChangeText } from "../plan/plan-status.tsx";
import { SoonLine } from "../plan/soon-line.tsx";
import { creditQuery, useActiveSubscription } from "../subscriptions.queries.ts";
import { useCancel } from "./use-cancel.ts";

/** Cancels the subscription after a confirmation that names its last day (P133). */
export function CancelButton({ subscription }: { subscription: ClientSubscription }) {
	const [isAsking, setIsAsking] = useState(false);
	const { mutate, isPending } = useCancel();
	const words = cancelWords(subscription, useActiveSubscription());
	const credit = useQuery(creditQuery).data?.credit;
	const planned = plannedChangeText(subscription);
	const cancel = () => mutate({ onChecking: () => setIsAsking(false) }, { onSettled: () => setIsAsking(false) });
	return (
		<>
			<Button variant="quiet-danger" onClick={() => setIsAsking(true)}>
				Cancel subscription
			</Button>
			<ConfirmDialog
				isOpen={isAsking}
				title="Cancel your subscription?"
				description={words.description}
				keepLabel="Keep subscription"
				onKeep={() => setIsAsking(false)}
				confirmLabel="Cancel subscription"
				confirm={cancel}
				isBusy={isPending}
			>
				<SoonLine at={words.endsAt} />
				{planned && <p>{planned}. Canceling drops this change. You can plan it again if you reactivate.</p>}
				{credit && <p>{creditAtEnd(credit)}</p>}
				<p>Your links keep working: they still show their previews and redirect people. {words.after}</p>
			</ConfirmDialog>
		</>
	);
}
