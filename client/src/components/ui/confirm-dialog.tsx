import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
	isOpen: boolean;
	title: ReactNode;
	description: ReactNode;
	/** What the dialog is about, between the text and the buttons. */
	children?: ReactNode;
	/** The words on the safe button, and what it does; closing the dialog in any other way does the same. */
	keepLabel: string;
	onKeep: () => void;
	/** The words on the dangerous button, and what it does: something, or sending the form with this id. */
	confirmLabel: string;
	confirm: (() => void) | { formId: string };
	/** While what was confirmed is under way: the dialog stays until that is over. */
	isBusy?: boolean;
};

/** Asks before something is lost. */
export function ConfirmDialog({
	isOpen,
	title,
	description,
	children,
	keepLabel,
	onKeep,
	confirmLabel,
	confirm,
	isBusy = false,
}: ConfirmDialogProps) {
	const pressed =
		typeof confirm === "function" ? { onClick: confirm } : ({ type: "submit", form: confirm.formId } as const);
	return (
		<Dialog
			isOpen={isOpen}
			onOpenChange={(staysOpen) => !staysOpen && !isBusy && onKeep()}
			title={title}
			description={description}
			actions={
				<>
					<Button variant="secondary" disabled={isBusy} onClick={onKeep}>
						{keepLabel}
					</Button>
					<Button variant="danger" isBusy={isBusy} {...pressed}>
						{confirmLabel}
					</Button>
				</>
			}
		>
			{children}
		</Dialog>
	);
}
