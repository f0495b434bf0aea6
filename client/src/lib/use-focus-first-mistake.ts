import { type RefObject, useEffect } from "react";

/** After each refused submission, puts the focus on the first control, in reading order, that is marked as wrong. */
export function useFocusFirstMistake(form: RefObject<HTMLFormElement | null>, submitCount: number): void {
	useEffect(() => {
		if (submitCount === 0) return;
		const mistake = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
		// Closed over its mistake, a section keeps the focus out.
		const closed = mistake?.closest<HTMLDetailsElement>("details:not([open])");
		if (closed) closed.open = true;
		mistake?.focus();
	}, [form, submitCount]);
}
