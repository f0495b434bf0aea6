import * as RadixDialog from "@radix-ui/react-dialog";
import { type ReactNode, useRef } from "react";

type DialogProps = {
	isOpen: boolean;
	onOpenChange: (isOpen: boolean) => void;
	title: ReactNode;
	description: ReactNode;
	/** What the dialog is about, between the text and the buttons. */
	children?: ReactNode;
	/** The buttons, the safe one first. */
	actions: ReactNode;
};

/** Asks something over the page: traps the focus, closes on Escape, gives the focus back. */
export function Dialog({ isOpen, onOpenChange, title, description, children, actions }: DialogProps) {
	const opener = useRef<Element | null>(null);
	return (
		<RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
			<RadixDialog.Portal>
				<RadixDialog.Overlay className="fixed inset-0 z-40 bg-[#0D0B0A]/60" />
				<RadixDialog.Content
					onOpenAutoFocus={() => {
						opener.current = document.activeElement;
					}}
					onCloseAutoFocus={(event) => {
						// Radix itself knows only of a trigger of its own.
						event.preventDefault();
						if (opener.current instanceof HTMLElement) opener.current.focus();
					}}
					className="enter fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto rounded-card border bg-surface p-6"
				>
					<RadixDialog.Title className="text-xl">{title}</RadixDialog.Title>
					<RadixDialog.Description className="text-muted">{description}</RadixDialog.Description>
					{children}
					<div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end">{actions}</div>
				</RadixDialog.Content>
			</RadixDialog.Portal>
		</RadixDialog.Root>
	);
}
