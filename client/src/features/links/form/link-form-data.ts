import type { LinkView } from "#shared/links/link.ts";
import { type LinkForm, linkForm } from "#shared/links/link-form.ts";

/** The form's text fields; its image was made before it is saved, so no section of one goes along. */
type FormText = Exclude<keyof LinkForm, "imageCut">;
const FORM_TEXTS = Object.keys(linkForm.shape).filter((name): name is FormText => name !== "imageCut");

/** What the fields of the link form hold while it is being filled in: text, times in ISO 8601; empty for nothing. */
export type LinkFormValues = Record<FormText, string>;

/** The form's first values: empty, or those of the link that is being edited. */
export function linkFormValues(link?: LinkView): LinkFormValues {
	const known = { ...link, customLinkSlug: link?.linkSlug };
	return Object.fromEntries(FORM_TEXTS.map((name) => [name, known[name] ?? ""])) as LinkFormValues;
}

type Sent = {
	form: LinkForm;
	/** Of the link that an edit began from. */
	revision: string | undefined;
};

/** The multipart body of `POST /api/links` and `PUT /api/links/by-slug/{linkSlug}` (P57). */
export function linkFormData({ form, revision }: Sent): FormData {
	const body = new FormData();
	for (const name of FORM_TEXTS) body.set(name, form[name] ?? "");
	if (revision !== undefined) body.set("revision", revision);
	return body;
}
