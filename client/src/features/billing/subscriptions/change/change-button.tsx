import type { ComponentProps } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import type { useSubscriptionChange } from "../subscriptions.queries.ts";

/** The toasts after success and failure. */
export type Outcome = { done: { title: string; description: string }; failed: string };

type Change = ReturnType<typeof useSubscriptionChange>;
type ChangeButtonProps = Pick<ComponentProps<typeof Button>, "variant" | "size" | "className" | "children"> &
	Outcome & { change: Change };

/** Changes the subscription; a toast shows the outcome. */
export function ChangeButton({ change, done, failed, ...look }: ChangeButtonProps) {
	return <Button {...look} isBusy={change.isPending} onClick={() => carryOut(change, { done, failed })} />;
}

/**
 * Starts a change; a toast shows its outcome. `onSettled` runs after it, but before a longer check of an unknown
 * outcome.
 */
export function carryOut({ mutate }: Change, { done, failed, onSettled }: Outcome & { onSettled?: () => void }): void {
	mutate(
		{ onChecking: onSettled },
		{
			onSuccess: () => toast({ ...done, variant: "success" }),
			onError: (error) => toastFailure(failed, error),
			...(onSettled && { onSettled }),
		},
	);
}
