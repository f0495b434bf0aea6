import { CreditCard, FileText, Wallet, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { formatCount, formatDate } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { formatInterval, formatMoney } from "#shared/platform/format.ts";
import { type PastDue, usePageAtStripe } from "../subscriptions.queries.ts";
import { EndDialog } from "./end-dialog.tsx";

/** 'Your last payment of €19.99 failed. Pay it to create links again.' (P132) */
export function failedPaymentText(openInvoices: PastDue["openInvoices"]): string {
	const amount = openInvoices ? ` of ${formatMoney(openInvoices.amount, openInvoices.currency)}` : "";
	return `Your last payment${amount} failed. Pay it to create links again.`;
}

/** 'Pay €19.99' */
export function payLabel(openInvoices: PastDue["openInvoices"]): string {
	return openInvoices ? `Pay ${formatMoney(openInvoices.amount, openInvoices.currency)}` : "Pay now";
}

/** 'Pro, paid monthly, due since March 5, 2027' */
export function pastDueFor({ subscription: { plan, isAnnual }, openInvoices }: PastDue): string {
	const since = openInvoices ? `, due since ${formatDate(openInvoices.at)}` : "";
	return `${plan.name}, ${formatInterval({ isAnnual })}${since}`;
}

/** The actions for a failed payment, one per button; `cancel` asks for confirmation. */
export function usePastDueActions({ openInvoices }: PastDue, cancel: () => void) {
	const pay = usePageAtStripe("paymentPage");
	const card = usePageAtStripe("cardPage");
	const invoices = usePageAtStripe("portal");
	const page = (call: typeof pay) => ({ isBusy: call.isPending || call.isSuccess, run: () => call.mutate() });
	return [
		{ label: payLabel(openInvoices), Icon: Wallet, variant: "primary", ...page(pay) },
		{ label: "Update card", Icon: CreditCard, variant: "secondary", ...page(card) },
		{ label: "Invoices", Icon: FileText, variant: "secondary", ...page(invoices) },
		{ label: "Cancel subscription", Icon: X, variant: "quiet-danger", isBusy: false, run: cancel },
	] as const;
}

/** The open amount with every way out (P261); it replaces the notice above the page. */
export function PastDuePanel({ pastDue, isOnAccount = false }: { pastDue: PastDue; isOnAccount?: boolean }) {
	const [isEnding, setIsEnding] = useState(false);
	const actions = usePastDueActions(pastDue, () => setIsEnding(true));
	const more = (pastDue.openInvoices?.invoices ?? 1) - 1;
	return (
		<Card className="flex flex-col gap-4 p-5 sm:p-6">
			<div className="flex flex-col gap-1">
				<p role="status" className="font-semibold text-danger">
					{failedPaymentText(pastDue.openInvoices)}
				</p>
				<p className="text-muted">
					{pastDueFor(pastDue)}.
					{more > 0 && ` ${formatCount(more)} older invoice${more > 1 ? "s are" : " is"} open, too.`}
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				{actions.map(({ label, variant, isBusy, run }) => (
					<Button key={label} size="sm" variant={variant} isBusy={isBusy} onClick={run}>
						{label}
					</Button>
				))}
			</div>
			{!isOnAccount && (
				<p className="text-sm text-muted">
					Your links keep working.{" "}
					<Link href={paths.account} className="font-semibold text-ink underline underline-offset-2">
						See your account
					</Link>
				</p>
			)}
			<EndDialog pastDue={pastDue} isOpen={isEnding} onClose={() => setIsEnding(false)} />
		</Card>
	);
}
