import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import type { TakeBack } from "./use-checkout.ts";

/** The question before a cancellation or a planned change is taken back by changing the plan (P127). */
export function TakeBackDialog({ takeBack }: { takeBack: TakeBack }) {
	return (
		<ConfirmDialog
			isOpen={takeBack.question !== null}
			title="Take this back first?"
			description={takeBack.question}
			keepLabel="Leave it as it is"
			onKeep={takeBack.leave}
			confirmLabel="Take it back and go on"
			confirm={takeBack.confirm}
			isBusy={takeBack.isPending}
		/>
	);
}
