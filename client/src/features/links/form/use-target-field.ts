import type { UseFormReturn } from "react-hook-form";
import type { LinkForm } from "#shared/links/link-form.ts";
import { onOneLine } from "#shared/platform/plain-text.ts";
import type { LinkFormValues } from "./link-form-data.ts";
import { usePastedLines } from "./pasted-lines.ts";

/** The link's target, one value shown by both 'Start from a page' and 'Target URL' (P600). */
export function useTargetField(form: UseFormReturn<LinkFormValues, unknown, LinkForm>) {
	const lines = usePastedLines();
	const { isSubmitted, errors } = form.formState;

	/** Existing errors are revalidated; new ones appear only after the first submit. */
	function write(text: string): void {
		const shouldValidate = isSubmitted || errors.targetUrl !== undefined;
		form.setValue("targetUrl", lines.shown(text), { shouldDirty: true, shouldValidate });
	}

	return { shown: onOneLine(form.watch("targetUrl")), lines, write };
}

export type TargetField = ReturnType<typeof useTargetField>;
