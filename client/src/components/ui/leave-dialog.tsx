import type { UnsavedChanges } from "#client/lib/use-unsaved-changes.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before unsaved changes are lost. */
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
