import type { LinkView } from "#shared/links/link.ts";
import { type LinkForm, linkForm } from "#shared/links/link-form.ts";

/** Text fields only: the image is created before saving, so no crop is sent. The domain is sent if it was chosen. */
type FormText = Exclude<keyof LinkForm, "imageCut" | "domain">;
const OTHERS = ["imageCut", "domain"];
const FORM_TEXTS = Object.keys(linkForm.shape).filter((name): name is FormText => !OTHERS.includes(name));

/**
 * The form's values while editing: text, and times in ISO 8601; empty if unset. `domain` is the chosen host, empty for our
 * own address, null for the default or the present one.
 */
export type LinkFormValues = Record<FormText, string> & { domain: string | null };

export function linkFormValues(link?: LinkView): LinkFormValues {
	const known = { ...link, customLinkSlug: link?.linkSlug };
	const texts = Object.fromEntries(FORM_TEXTS.map((name) => [name, known[name] ?? ""])) as Record<FormText, string>;
	return { ...texts, domain: null };
}

type Sent = {
	form: LinkForm;
	domain: string | null;
	revision: string | undefined;
};

/** The multipart body of `POST /api/links` and `PUT /api/links/by-slug/{linkSlug}` (P57). */
export function linkFormData({ form, domain, revision }: Sent): FormData {
	const body = new FormData();
	for (const name of FORM_TEXTS) body.set(name, form[name] ?? "");
	if (domain !== null) body.set("domain", domain);
	if (revision !== undefined) body.set("revision", revision);
	return body;
}
