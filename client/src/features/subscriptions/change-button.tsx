import type { ComponentProps } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { UnknownOutcomeError } from "./came-of-change.ts";
import type { useSubscriptionChange } from "./subscriptions.queries.ts";

/** What the toast says after a change, and what it says when nothing came of it. */
export type Outcome = { done: { title: string; description: string }; failed: string };

type Change = ReturnType<typeof useSubscriptionChange>;
type ChangeButtonProps = Pick<ComponentProps<typeof Button>, "variant" | "size" | "className" | "children"> &
	Outcome & { change: Change };

/** Changes the subscription, and tells the outcome by toast. */
export function ChangeButton({ change, done, failed, ...look }: ChangeButtonProps) {
	return <Button {...look} isBusy={change.isPending} onClick={() => carryOut(change, { done, failed })} />;
}

/** Only what is known to have failed is said to have failed. */
function descriptionOf(error: Error, failed: string): string {
	if (!(error instanceof UnknownOutcomeError)) return failed;
	return "We couldn't check whether this was done. Please look at your plan again in a few minutes";
}

/** Starts a change; its outcome is told by toast. `onSettled` comes after either, and before it where the outcome has to be checked. */
export function carryOut({ mutate }: Change, { done, failed, onSettled }: Outcome & { onSettled?: () => void }): void {
	mutate(
		{ onChecking: onSettled },
		{
			onSuccess: () => toast({ ...done, variant: "success" }),
			onError: (error) =>
				toast({ title: "Error", description: descriptionOf(error, failed), variant: "destructive", error }),
			...(onSettled && { onSettled }),
		},
	);
}
