import * as RadixDialog from "@radix-ui/react-dialog";
import { type ReactNode, useRef } from "react";
import { classNames } from "#client/lib/class-names.ts";

type DialogProps = {
	isOpen: boolean;
	onOpenChange: (isOpen: boolean) => void;
	title: ReactNode;
	description: ReactNode;
	children?: ReactNode;
	actions: ReactNode;
	isWide?: boolean;
};

/** A modal dialog: traps the focus, closes on Escape, restores the focus. */
export function Dialog({ isOpen, onOpenChange, title, description, children, actions, isWide = false }: DialogProps) {
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
						// Radix only restores the focus to its own trigger.
						event.preventDefault();
						if (opener.current instanceof HTMLElement) opener.current.focus();
					}}
					onKeyDown={(event) => {
						// Radix adds its own key listener some renders after focusing the dialog.
						if (event.key !== "Escape" || event.defaultPrevented) return;
						event.preventDefault();
						onOpenChange(false);
					}}
					className={classNames(
						"enter fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto scroll-pb-24 rounded-card border bg-surface",
						isWide ? "max-w-3xl p-4 sm:p-6" : "max-w-md p-6",
						Boolean(actions) && "pb-0!",
					)}
				>
					<RadixDialog.Title className="text-xl">{title}</RadixDialog.Title>
					<RadixDialog.Description className="text-muted">{description}</RadixDialog.Description>
					{children}
					{actions && (
						// Stays visible in a low window, if the buttons fit on one line.
						<div className="z-10 flex flex-col-reverse gap-3 bg-surface pt-2 pb-4 sm:sticky sm:bottom-0 sm:flex-row sm:flex-wrap sm:justify-end sm:pb-6">
							{actions}
						</div>
					)}
				</RadixDialog.Content>
			</RadixDialog.Portal>
		</RadixDialog.Root>
	);
}
