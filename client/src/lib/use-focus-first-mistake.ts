import { type RefObject, useEffect } from "react";

type Submissions = { submitCount: number; isSubmitSuccessful: boolean };

/** After each submission that the form itself refuses, focuses the first invalid control. */
export function useFocusFirstMistake(form: RefObject<HTMLFormElement | null>, submissions: Submissions): void {
	const refused = refusedSubmission(submissions);
	useEffect(() => {
		if (refused !== null) firstMistake(form.current)?.focus();
	}, [form, refused]);
}

/** The number of the last submission if the form refused it; else null. */
export function refusedSubmission({ submitCount, isSubmitSuccessful }: Submissions): number | null {
	return submitCount === 0 || isSubmitSuccessful ? null : submitCount;
}

/** The first invalid control in reading order. */
export function firstMistake(form: HTMLFormElement | null): HTMLElement | null {
	return opened(form?.querySelector<HTMLElement>('[aria-invalid="true"]'));
}

/** Opens the control's section, because hidden elements can't take the focus. */
export function opened(control: HTMLElement | null | undefined): HTMLElement | null {
	const closed = control?.closest<HTMLDetailsElement>("details:not([open])");
	if (closed) closed.open = true;
	return control ?? null;
}
