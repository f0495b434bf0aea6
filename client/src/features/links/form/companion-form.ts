import type { FieldError } from "#shared/platform/error-codes.ts";

/** What another feature has on the page of a link, and what is saved with the link in one request. */
export type CompanionForm = {
	/** Something of it is unsaved. */
	isDirty: boolean;
	/** Adds what is unsaved of it to the request. */
	addTo: (body: FormData) => void;
	/** Adds all of it, for a new link instead of this one. */
	addAllTo: (body: FormData) => void;
	/** Shows the server's errors of its fields. @returns the names of the controls that show one */
	refuse: (errors: readonly FieldError[]) => string[];
	/** What its errors are called next to the button; null for a field that is none of its own. */
	nameOf: (field: string) => string | null;
	/** Ends with an image of it that is on its way; null while there is none. */
	pendingImage: () => Promise<unknown> | null;
	/** A file of it that was refused: nothing is saved until it is replaced or removed. */
	refusedImage: () => { control: string; message: string } | null;
	/** Called once it is saved. */
	onSaved: () => void;
};
