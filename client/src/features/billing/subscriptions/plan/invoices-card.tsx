import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { creditAtEnd, creditLine } from "#shared/billing/subscriptions/credit-words.ts";
import { creditQuery, useActiveSubscription, usePageAtStripe } from "../subscriptions.queries.ts";

/** Invoices (P262) and credit (P567), with and without a subscription. */
export function InvoicesCard({ children }: { children: ReactNode }) {
	const { standing } = useActiveSubscription();
	const credit = useQuery(creditQuery).data?.credit;
	const { mutate, isPending, isSuccess } = usePageAtStripe("portal");
	return (
		<Card className="flex flex-col items-start gap-5 p-6">
			<div className="flex flex-col gap-1.5">
				<h2 className="text-xl">Invoices</h2>
				{credit && <p className="font-medium">{creditLine(credit)}</p>}
				{credit && standing === "none" && <p>{creditAtEnd(credit)}</p>}
				<p className="text-muted">View and download all invoices at Stripe.</p>
			</div>
			<Button variant="secondary" isBusy={isPending || isSuccess} onClick={() => mutate()}>
				View invoices
			</Button>
			{children}
		</Card>
	);
}
