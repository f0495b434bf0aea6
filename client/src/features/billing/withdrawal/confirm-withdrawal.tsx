import { useEffect, useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { WITHDRAWAL_STATEMENT, type WithdrawalForm } from "#shared/billing/subscriptions/withdrawal.ts";
import { WithdrawalFacts } from "./withdrawal-facts.tsx";

type ConfirmWithdrawalProps = {
	statement: WithdrawalForm;
	isBusy: boolean;
	refusal: string | null;
	onConfirm: () => void;
	onBack: () => void;
};

export function ConfirmWithdrawal({ statement, isBusy, refusal, onConfirm, onBack }: ConfirmWithdrawalProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus({ preventScroll: true }), []);
	return (
		<Card className="flex flex-col gap-5 p-6">
			<h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
				{WITHDRAWAL_STATEMENT}
			</h2>
			<WithdrawalFacts {...statement} />
			{refusal && (
				<p role="alert" className="text-danger">
					{refusal}
				</p>
			)}
			<div className="flex flex-col gap-3 sm:flex-row">
				<Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
					Confirm withdrawal
				</Button>
				<Button variant="ghost" disabled={isBusy} onClick={onBack}>
					Back
				</Button>
			</div>
		</Card>
	);
}
