import type { FieldError } from "#shared/platform/error-codes.ts";

/** Another feature's part of a link's page, saved with the link in one request. */
export type CompanionForm = {
	isDirty: boolean;
	addTo: (body: FormData) => void;
	/** Adds everything, for a new link instead of this one. */
	addAllTo: (body: FormData) => void;
	/** Shows server errors at its fields. @returns the names of controls that show one */
	refuse: (errors: readonly FieldError[]) => string[];
	/** A field's name in messages next to the button; null for a foreign field. */
	nameOf: (field: string) => string | null;
	/** Resolves with its pending image upload; null if there is none. */
	pendingImage: () => Promise<unknown> | null;
	/** A refused file, which blocks saving until it is replaced or removed. */
	refusedImage: () => { control: string; message: string } | null;
	onSaved: () => void;
};
