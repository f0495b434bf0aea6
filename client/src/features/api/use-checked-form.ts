import { type FormEvent, useRef, useState } from "react";
import type { z } from "zod";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { firstMistake } from "#client/lib/use-focus-first-mistake.ts";
import { useRefusal } from "#client/lib/use-refusal.ts";

type CheckedForm<Place extends string, Form> = {
	schema: z.ZodType<Form>;
	/** The form's field for a field of the request; undefined for none. */
	placeOf: (field: string) => Place | undefined;
	/** @throws what the server answered */
	save: (form: Form) => Promise<void>;
	/** The refusal of the last save. */
	error: unknown;
	/** For the toast. */
	failed: string;
};

/**
 * A form that is checked by its schema, then saved once at a time. Mistakes and refusals show at their fields, until those
 * change (P288).
 * @returns `reason`: a refusal without a field, or null
 */
export function useCheckedForm<Place extends string, Form>(options: CheckedForm<Place, Form>) {
	const { schema, placeOf, save, error, failed } = options;
	const form = useRef<HTMLFormElement>(null);
	const isSending = useRef(false);
	const [mistakes, setMistakes] = useState<Partial<Record<Place, string | undefined>>>({});
	const showAt = (place: Place, message: string | undefined) =>
		setMistakes((known) => ({ ...known, [place]: message }));
	const reason = useRefusal<Place>({ form, error, placeOf, showAt });

	async function submit(event: FormEvent, values: unknown): Promise<void> {
		event.preventDefault();
		if (isSending.current) return;
		const read = schema.safeParse(values);
		if (!read.success) {
			setMistakes(
				Object.fromEntries(read.error.issues.map(({ path, message }) => [path[0], message])) as typeof mistakes,
			);
			// Once it is drawn.
			requestAnimationFrame(() => firstMistake(form.current)?.focus());
			return;
		}
		isSending.current = true;
		try {
			await save(read.data);
		} catch (failure) {
			toastFailure(failed, failure);
		} finally {
			isSending.current = false;
		}
	}

	return { form, mistakes, reason, submit, changed: (place: Place) => showAt(place, undefined) };
}
