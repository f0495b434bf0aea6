import { useEffect, useRef } from "react";
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from "react-hook-form";
import { readStored, removeStored, writeStored } from "./storage.ts";

/** For this tab's next page alone. */
const KEY = "visualink.kept-form";

type Kept = { name: string; values: Record<string, unknown> };

/** What the dirty forms on the page hold. */
const shown = new Map<string, () => Kept | null>();

/**
 * Brings back what was typed into a form before its page broke and was loaded again (P516). Images are not kept.
 * @param name says which form it is, such as that of one link
 */
export function useKeptForm<Values extends FieldValues, Context, Output>(
	name: string,
	{ formState, getValues, setValue }: UseFormReturn<Values, Context, Output>,
): void {
	const { isDirty } = formState;
	const read = useRef<() => Kept | null>(() => null);
	useEffect(() => {
		read.current = () => (isDirty ? { name, values: getValues() } : null);
	});

	useEffect(() => {
		const defaults = getValues();
		for (const [field, value] of Object.entries(takeKept(name))) {
			// A release in between may have other fields.
			if (typeof value !== typeof defaults[field]) continue;
			const path = field as FieldPath<Values>;
			setValue(path, value as PathValue<Values, typeof path>, { shouldDirty: true });
		}
		shown.set(name, () => read.current());
		return () => void shown.delete(name);
	}, [name, getValues, setValue]);
}

/** What the page's form holds now; null where nothing was typed. */
export function readForms(): Kept | null {
	for (const read of shown.values()) {
		const kept = read();
		if (kept) return kept;
	}
	return null;
}

/** Keeps it for the next page of this tab. */
export function keepForm(kept: Kept): void {
	writeStored("session", KEY, JSON.stringify(kept));
}

function takeKept(name: string): Record<string, unknown> {
	const text = readStored("session", KEY);
	if (text === null) return {};
	// It is for the page that comes next, be it this form's or another one's.
	removeStored("session", KEY);
	try {
		const kept = JSON.parse(text) as Kept;
		return kept.name === name ? kept.values : {};
	} catch {
		return {};
	}
}
