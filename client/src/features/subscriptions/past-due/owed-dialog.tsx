import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import type { OwedQuestion } from "../checkout/use-checkout.ts";
import { useActiveSubscription, usePageAtStripe } from "../subscriptions.queries.ts";
import { payLabel } from "./past-due.tsx";

/** The question before another plan replaces one with a failed payment (P261). */
export function OwedDialog({ owed: { question, end, leave, isPending } }: { owed: OwedQuestion }) {
	const { pastDue } = useActiveSubscription();
	const pay = usePageAtStripe("paymentPage");
	const isPaying = pay.isPending || pay.isSuccess;
	const isBusy = isPaying || isPending;
	return (
		<Dialog
			isOpen={question !== null}
			onOpenChange={(staysOpen) => !staysOpen && !isBusy && leave()}
			title="A payment is due"
			description={question}
			actions={
				<>
					<Button variant="secondary" disabled={isBusy} onClick={leave}>
						Not now
					</Button>
					<Button variant="quiet-danger" isBusy={isPending} disabled={isBusy} onClick={end}>
						End plan and continue
					</Button>
					<Button isBusy={isPaying} disabled={isBusy} onClick={() => pay.mutate()}>
						{payLabel(pastDue?.owed ?? null)}
					</Button>
				</>
			}
		>
			<p>If you end it, the open invoice is voided and you won't be charged.</p>
		</Dialog>
	);
}
