import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { areLetterKeysOn } from "#client/lib/letter-keys.ts";
import type { LinkAction } from "../actions/link-action.ts";
import { allShortcuts } from "./list-keys.ts";

type KeysDialogProps = { isOpen: boolean; actions: readonly LinkAction[]; onClose: () => void };

/** The dashboard's shortcuts, generated from the list of actions (P339). */
export function KeysDialog({ isOpen, actions, onClose }: KeysDialogProps) {
	return (
		<Dialog
			isOpen={isOpen}
			onOpenChange={(staysOpen) => !staysOpen && onClose()}
			title="Keyboard shortcuts"
			description={
				areLetterKeysOn()
					? "You can switch letters off in Account, Links."
					: "Letters are switched off in Account, Links."
			}
			actions={<Button onClick={onClose}>Close</Button>}
		>
			<dl className="flex flex-col">
				{allShortcuts(actions).map(({ keys, does }) => (
					<div key={keys} className="flex justify-between gap-4 border-b py-1.5 last:border-0">
						<dt className="text-muted">{does}</dt>
						<dd className="text-end font-semibold">{keys}</dd>
					</div>
				))}
			</dl>
		</Dialog>
	);
}
