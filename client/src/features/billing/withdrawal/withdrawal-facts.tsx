import type { ReactNode } from "react";
import { Fact } from "#client/components/ui/fact.tsx";
import type { WithdrawalReceipt } from "#shared/billing/subscriptions/withdrawal.ts";

const momentFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long" });

/** 'March 5, 2025 at 3:40:12 PM GMT+1': the reader's local time. */
export function receivedText(at: string): string {
	return momentFormat.format(new Date(at));
}

type Facts = Pick<WithdrawalReceipt, "name" | "email" | "contract"> & { children?: ReactNode };

export function WithdrawalFacts({ name, email, contract, children }: Facts) {
	return (
		<dl className="grid gap-4">
			{children}
			<Fact label="Name">{name}</Fact>
			<Fact label="Email">{email}</Fact>
			<Fact label="Contract">{contract}</Fact>
		</dl>
	);
}
