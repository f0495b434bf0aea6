import type { ComponentProps } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import type { useSubscriptionChange } from "../subscriptions.queries.ts";
import { UnknownOutcomeError } from "./came-of-change.ts";

/** What the toast says after a change, and what it says when nothing came of it. */
export type Outcome = { done: { title: string; description: string }; failed: string };

type Change = ReturnType<typeof useSubscriptionChange>;
type ChangeButtonProps = Pick<ComponentProps<typeof Button>, "variant" | "size" | "className" | "children"> &
	Outcome & { change: Change };

/** Changes the subscription, and shows the outcome as a toast. */
export function ChangeButton({ change, done, failed, ...look }: ChangeButtonProps) {
	return <Button {...look} isBusy={change.isPending} onClick={() => carryOut(change, { done, failed })} />;
}

/** The toast after a change that failed; it reports a failure only if it is known. */
export function failedToast(error: Error, failed: string) {
	const isUnknown = error instanceof UnknownOutcomeError;
	const description = isUnknown
		? "We couldn't check whether this was done. Please look at your plan again in a few minutes"
		: failed;
	return { title: "Error", description, variant: "destructive", error } as const;
}

/** Starts a change; a toast shows its outcome. `onSettled` comes after either, and before it where the outcome has to be checked. */
export function carryOut({ mutate }: Change, { done, failed, onSettled }: Outcome & { onSettled?: () => void }): void {
	mutate(
		{ onChecking: onSettled },
		{
			onSuccess: () => toast({ ...done, variant: "success" }),
			onError: (error) => toast(failedToast(error, failed)),
			...(onSettled && { onSettled }),
		},
	);
}
