import { type RefObject, useEffect } from "react";

/** Ctrl+S and ⌘S submit a form, unless a dialog covers it. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
				return;
			event.preventDefault();
			if (event.repeat || document.querySelector("[role=dialog]")) return;
			form.current?.requestSubmit();
		};
		window.addEventListener("keydown", onKeyDown);
		return () => window.removeEventListener("keydown", onKeyDown);
	}, [form]);
}
