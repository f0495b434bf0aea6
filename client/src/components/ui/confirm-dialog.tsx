import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type ConfirmDialogProps = {
	isOpen: boolean;
	title: ReactNode;
	description: ReactNode;
	children?: ReactNode;
	keepLabel: string;
	onKeep: () => void;
	/** The dangerous button: what it does, or the id of the form that it submits. */
	confirmLabel: string;
	confirm: (() => void) | { formId: string };
	isBusy?: boolean;
};

/** Asks before a destructive action. */
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
