import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import type { UnsavedChanges } from "./use-unsaved-changes.ts";

/** The question before unsaved changes are lost. */
export function LeaveDialog({ unsaved }: { unsaved: UnsavedChanges }) {
	return (
		<Dialog
			isOpen={unsaved.isAsking}
			onOpenChange={(isOpen) => !isOpen && unsaved.stay()}
			title="Leave without saving?"
			description="What you changed on this page will be lost."
			actions={
				<>
					<Button variant="secondary" onClick={unsaved.stay}>
						Keep editing
					</Button>
					<Button variant="danger" onClick={unsaved.leave}>
						Leave page
					</Button>
				</>
			}
		/>
	);
}
