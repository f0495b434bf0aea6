import { useEffect } from "react";
import { useLocation } from "wouter";
import { paths } from "#client/lib/paths.ts";
import { confirmWaitingPage, keepWaitingPage } from "#client/lib/waiting-page.ts";
import { typedAddress } from "#shared/links/target-problem.ts";

/** Opens the form of a new link and prefills it from a page, at the user's request (P243). */
export function useBeginWithPage(): (address: string) => void {
	const [, navigate] = useLocation();
	return (address) => {
		keepWaitingPage(`?url=${encodeURIComponent(address)}`);
		confirmWaitingPage();
		navigate(paths.newLink);
	};
}

/** A URL pasted outside fields and dialogs starts a new link, or prefills the open form (P335). */
export function usePastedPage(begin: (address: string) => void): void {
	useEffect(() => {
		const onPaste = (event: ClipboardEvent) => {
			if (event.defaultPrevented || isElsewhere(event.target)) return;
			const address = typedAddress(event.clipboardData?.getData("text/plain") ?? "");
			if (address === null) return;
			event.preventDefault();
			begin(address);
		};
		document.addEventListener("paste", onPaste);
		return () => document.removeEventListener("paste", onPaste);
	});
}

function isElsewhere(target: EventTarget | null): boolean {
	if (document.querySelector("[role=dialog], [role=menu]")) return true;
	return (
		target instanceof Element &&
		target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null
	);
}
