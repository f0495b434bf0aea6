import { cutAsText } from "#shared/links/image-cut.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { LinkForm } from "#shared/links/link-form.ts";

/** What the fields of the link form hold while it is being filled in; every one of them is text. */
export type LinkFormValues = {
	title: string;
	description: string;
	targetUrl: string;
	customLinkSlug: string;
	imageUrl: string;
	imageSource: string;
	/** ISO 8601, or empty. */
	startsAt: string;
	endsAt: string;
	afterUrl: string;
};

/** The form's first values: empty, or those of the link that is being edited. */
export function linkFormValues(link?: LinkView): LinkFormValues {
	return {
		title: link?.title ?? "",
		description: link?.description ?? "",
		targetUrl: link?.targetUrl ?? "",
		customLinkSlug: link?.linkSlug ?? "",
		imageUrl: link?.imageUrl ?? "",
		imageSource: link?.imageSource ?? "",
		startsAt: link?.startsAt ?? "",
		endsAt: link?.endsAt ?? "",
		afterUrl: link?.afterUrl ?? "",
	};
}

type Sent = {
	form: LinkForm;
	image: File | null;
	/** Of the link that an edit began from. */
	revision: string | undefined;
};

/** The multipart body of `POST /api/links` and `PUT /api/links/by-slug/{linkSlug}` (P57). */
export function linkFormData({ form, image, revision }: Sent): FormData {
	const body = new FormData();
	body.set("title", form.title);
	body.set("description", form.description);
	body.set("targetUrl", form.targetUrl);
	body.set("customLinkSlug", form.customLinkSlug ?? "");
	body.set("imageUrl", form.imageUrl ?? "");
	body.set("imageSource", form.imageSource ?? "");
	if (form.imageCut) body.set("imageCut", cutAsText(form.imageCut));
	body.set("startsAt", form.startsAt ?? "");
	body.set("endsAt", form.endsAt ?? "");
	body.set("afterUrl", form.afterUrl ?? "");
	if (revision !== undefined) body.set("revision", revision);
	if (image) body.set("image", image);
	return body;
}
