import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import { formatMoney } from "#shared/platform/format.ts";
import { useCancel } from "../change/use-cancel.ts";
import type { PastDue } from "../subscriptions.queries.ts";

type EndDialogProps = { pastDue: PastDue; isOpen: boolean; onClose: () => void };

/** Confirms the end of a subscription with a failed payment, which is immediate (P261). */
export function EndDialog({ pastDue: { subscription, openInvoices }, isOpen, onClose }: EndDialogProps) {
	const { mutate, isPending } = useCancel();
	const amount = openInvoices ? ` of ${formatMoney(openInvoices.amount, openInvoices.currency)}` : "";
	return (
		<ConfirmDialog
			isOpen={isOpen}
			title="Cancel your subscription?"
			description={`Your ${subscription.plan.name} plan ends now. The open invoice${amount} is voided: you won't be charged for it.`}
			keepLabel="Keep subscription"
			onKeep={onClose}
			confirmLabel="Cancel subscription"
			confirm={() => mutate({ onChecking: onClose }, { onSettled: onClose })}
			isBusy={isPending}
		>
			<p>
				Your links keep working: they still show their previews and redirect people. To create or edit links, subscribe
				again.
			</p>
		</ConfirmDialog>
	);
}
