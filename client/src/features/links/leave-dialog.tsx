import { ConfirmDialog } from "#client/components/ui/confirm-dialog.tsx";
import type { UnsavedChanges } from "./use-unsaved-changes.ts";

/** The question before unsaved changes are lost. */
export function LeaveDialog({ unsaved }: { unsaved: UnsavedChanges }) {
	return (
		<ConfirmDialog
			isOpen={unsaved.isAsking}
			title="Leave without saving?"
			description="What you changed on this page will be lost."
			keepLabel="Keep editing"
			onKeep={unsaved.stay}
			confirmLabel="Leave page"
			confirm={unsaved.leave}
		/>
	);
}
