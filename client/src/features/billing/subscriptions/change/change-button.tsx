import type { ComponentProps } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import type { useSubscriptionChange } from "../subscriptions.queries.ts";

export type Outcome = { done: { title: string; description: string }; failed: string };

type Change = ReturnType<typeof useSubscriptionChange>;
type ChangeButtonProps = Pick<ComponentProps<typeof Button>, "variant" | "size" | "className" | "children"> &
	Outcome & { change: Change };

export function ChangeButton({ change, done, failed, ...look }: ChangeButtonProps) {
	return <Button {...look} isBusy={change.isPending} onClick={() => carryOut(change, { done, failed })} />;
}

/** Shows the outcome as a toast. `onSettled` runs after it, but before checking an unknown outcome. */
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
