import type { LinkView } from "#shared/links/link.ts";
import { type LinkForm, linkForm } from "#shared/links/link-form.ts";

/** Text fields only: the image is created before saving, so no crop is sent. */
type FormText = Exclude<keyof LinkForm, "imageCut">;
const FORM_TEXTS = Object.keys(linkForm.shape).filter((name): name is FormText => name !== "imageCut");

/** The form's values while editing: text, and times in ISO 8601; empty if unset. */
export type LinkFormValues = Record<FormText, string>;

export function linkFormValues(link?: LinkView): LinkFormValues {
	const known = { ...link, customLinkSlug: link?.linkSlug };
	return Object.fromEntries(FORM_TEXTS.map((name) => [name, known[name] ?? ""])) as LinkFormValues;
}

type Sent = {
	form: LinkForm;
	revision: string | undefined;
};

/** The multipart body of `POST /api/links` and `PUT /api/links/by-slug/{linkSlug}` (P57). */
export function linkFormData({ form, revision }: Sent): FormData {
	const body = new FormData();
	for (const name of FORM_TEXTS) body.set(name, form[name] ?? "");
	if (revision !== undefined) body.set("revision", revision);
	return body;
}
