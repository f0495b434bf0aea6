import { useEffect, useRef } from "react";
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from "react-hook-form";
import { readStored, removeStored, writeStored } from "./storage.ts";

/** For this tab's next page only. */
const KEY = "visualink.kept-form";

type Kept = { name: string; values: Record<string, unknown> };

const shown = new Map<string, () => Kept | null>();

/** Restores what was typed before the page failed and was reloaded (P516). @param name identifies the form */
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

/** The current input of the page's form; null if nothing was typed. */
export function readForms(): Kept | null {
	for (const read of shown.values()) {
		const kept = read();
		if (kept) return kept;
	}
	return null;
}

/** Keeps the input for this tab's next page. */
export function keepForm(kept: Kept): void {
	writeStored("session", KEY, JSON.stringify(kept));
}

function takeKept(name: string): Record<string, unknown> {
	const text = readStored("session", KEY);
	if (text === null) return {};
	removeStored("session", KEY);
	try {
		const kept = JSON.parse(text) as Kept;
		return kept.name === name ? kept.values : {};
	} catch {
		return {};
	}
}
