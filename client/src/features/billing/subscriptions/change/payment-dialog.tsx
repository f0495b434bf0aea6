import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import type { RefusedPayment } from "../checkout/use-checkout.ts";
import { payLabel } from "../past-due/past-due.tsx";
import { useActiveSubscription, usePageAtStripe } from "../subscriptions.queries.ts";

/** Why a plan change must wait, with a link to the solution: a failed payment (P261) or a declined card (P561). */
export function PaymentDialog({ refused, leave }: RefusedPayment) {
	const { pastDue } = useActiveSubscription();
	const isPastDue = refused?.kind === "payment_owed";
	const page = usePageAtStripe(isPastDue ? "paymentPage" : "cardPage");
	const isBusy = page.isPending || page.isSuccess;
	return (
		<Dialog
			isOpen={refused !== null}
			onOpenChange={(staysOpen) => !staysOpen && !isBusy && leave()}
			title={isPastDue ? "A payment is due" : "Payment declined"}
			description={refused?.message}
			actions={
				<>
					<Button variant="secondary" disabled={isBusy} onClick={leave}>
						Not now
					</Button>
					<Button isBusy={isBusy} onClick={() => page.mutate()}>
						{isPastDue ? payLabel(pastDue?.openInvoices ?? null) : "Update card"}
					</Button>
				</>
			}
		/>
	);
}
