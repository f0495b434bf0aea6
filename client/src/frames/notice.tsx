import { type ReactNode, useState } from "react";
import { Button, ButtonLink } from "#client/components/ui/button.tsx";
import { TryAgain } from "#client/components/ui/load-failed.tsx";
import { checkAgain } from "#client/features/billing/subscriptions/change/came-of-change.ts";
import { failedPaymentText, payLabel } from "#client/features/billing/subscriptions/past-due/past-due.tsx";
import { type PastDue, usePageAtStripe } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { formatCount } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { useQueryString } from "#client/lib/use-query-string.ts";
import { sectionOf } from "./account/sections.ts";

type LookUpNoticeProps = { text: string; isTrying: boolean; onTry: () => void };

export function LookUpNotice({ text, isTrying, onTry }: LookUpNoticeProps) {
	return (
		<Line text={<span className="text-muted">{text}</span>}>
			<TryAgain size="sm" isBusy={isTrying} onRetry={onTry} />
		</Line>
	);
}

type PaymentNoticeProps = { pastDue: PastDue; location: string };

/** Shown until the failed payment is made (P132), except above the account's Plan section, which has all options (P261). */
export function PaymentNotice({ pastDue: { openInvoices }, location }: PaymentNoticeProps) {
	const { mutate, isPending, isSuccess } = usePageAtStripe("paymentPage");
	const section = sectionOf(new URLSearchParams(useQueryString()));
	if (location === paths.account && section === "plan") return null;
	return (
		<Line text={<span className="font-medium text-danger">{failedPaymentText(openInvoices)}</span>}>
			<Button variant="primary" size="sm" isBusy={isPending || isSuccess} onClick={() => mutate()}>
				{payLabel(openInvoices)}
			</Button>
		</Line>
	);
}

/** Shown above every page while the user has blocked links (P553). */
export function ClosedNotice({ closed }: { closed: number }) {
	const what = closed === 1 ? "We closed one of your links." : `We closed ${formatCount(closed)} of your links.`;
	return (
		<Line text={<span className="font-medium text-danger">{what}</span>}>
			<ButtonLink href={paths.flaggedLinks} variant="secondary" size="sm">
				See why
			</ButtonLink>
		</Line>
	);
}

/** Shown while the outcome of a subscription change is unknown; it refetches when the server notifies it (P266). */
export function CheckingNotice() {
	const [isAsking, setIsAsking] = useState(false);
	useAccountChanges(
		(change) => {
			if (change === "gap" || change.kind === "subscription") void checkAgain();
		},
		{ onOpen: () => void checkAgain() },
	);

	async function check(): Promise<void> {
		setIsAsking(true);
		await checkAgain();
		setIsAsking(false);
	}

	return (
		<Line text={<span className="text-muted">We're checking whether your subscription was changed.</span>}>
			<Button variant="secondary" size="sm" isBusy={isAsking} onClick={() => void check()}>
				Check again
			</Button>
		</Line>
	);
}

export function Line({ text, children }: { text: ReactNode; children: ReactNode }) {
	return (
		<div className="border-b bg-sunken">
			<div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5 sm:px-6">
				<p role="status">{text}</p>
				{children}
			</div>
		</div>
	);
}
