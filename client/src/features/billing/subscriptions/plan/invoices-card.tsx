import { useQuery } from "@tanstack/react-query";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { creditAtEnd, creditLine } from "#shared/billing/subscriptions/credit-words.ts";
import { creditQuery, usePageAtStripe } from "../subscriptions.queries.ts";

/** The way to the invoices of a user who no longer has a subscription (P262), and the credit that is left (P567). */
export function InvoicesCard() {
	const credit = useQuery(creditQuery).data?.credit;
	const { mutate, isPending, isSuccess } = usePageAtStripe("portal");
	return (
		<Card className="flex max-w-xl flex-col items-start gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 className="text-xl">Invoices</h2>
				{credit && <p className="font-medium">{creditLine(credit)}</p>}
				{credit && <p>{creditAtEnd(credit)}</p>}
				<p className="text-muted">View and download all invoices at Stripe.</p>
			</div>
			<Button variant="secondary" isBusy={isPending || isSuccess} onClick={() => mutate()}>
				View invoices
			</Button>
		</Card>
	);
}
