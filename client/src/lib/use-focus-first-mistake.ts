import { type RefObject, useEffect } from "react";

type Submissions = { submitCount: number; isSubmitSuccessful: boolean };

/** Moves the focus, after each submission that the form itself refuses, to the first control that is marked as wrong. */
export function useFocusFirstMistake(form: RefObject<HTMLFormElement | null>, submissions: Submissions): void {
	const refused = refusedSubmission(submissions);
	useEffect(() => {
		if (refused !== null) firstMistake(form.current)?.focus();
	}, [form, refused]);
}

/** The number of the submission that the form refused last; null when none was refused, or a later one was sent. */
export function refusedSubmission({ submitCount, isSubmitSuccessful }: Submissions): number | null {
	return submitCount === 0 || isSubmitSuccessful ? null : submitCount;
}

/** The first control, in reading order, that is marked as wrong. */
export function firstMistake(form: HTMLFormElement | null): HTMLElement | null {
	return opened(form?.querySelector<HTMLElement>('[aria-invalid="true"]'));
}

/** The same control; its section is opened, as a closed one can't take the focus. */
export function opened(control: HTMLElement | null | undefined): HTMLElement | null {
	const closed = control?.closest<HTMLDetailsElement>("details:not([open])");
	if (closed) closed.open = true;
	return control ?? null;
}
