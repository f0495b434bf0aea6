import { z } from "zod";
import { emptyAsNull } from "./field-schemas.ts";
import { imageCutField } from "./images/image-cut.ts";
import { FORM_FIELDS } from "./link-fields.ts";
import { scheduleProblem } from "./link-schedule.ts";

export const SLUG_TAKEN = "This custom URL is already taken";
export const SLUG_AVAILABLE = "Custom slug available";
export const SLUG_NOT_CHECKED = "We could not check this address";
export const DISABLED_TARGET = "Links to this website are not allowed";

const { title, description, targetUrl, customLinkSlug, imageUrl, ...others } = FORM_FIELDS;

/**
 * The link form, and the text fields of `POST /api/links` and `PUT /api/links/by-slug/{linkSlug}`; the first mistake
 * in this order is named. The messages are those of P47 and P48. Where a target may lead is judged once more by the
 * server.
 */
export const linkForm = z
	.object({
		...{ title, description, targetUrl, customLinkSlug, imageUrl },
		imageSource: z.preprocess(emptyAsNull, z.enum(["upload", "ai"], "Invalid input").nullable()),
		/** Of the file that is sent along, or of the original of the image that `imageUrl` names. */
		imageCut: imageCutField("wide"),
		...others,
	})
	.superRefine(
		(form, context) => {
			const problem = scheduleProblem(form);
			if (!problem) return;
			const { field, code, message } = problem;
			context.addIssue({ code: "custom", path: [field], message, params: { code } });
		},
		// By itself zod asks this only when every field has its type; all mistakes are answered at once (P287).
		{ when: ({ value }) => typeof value === "object" && value !== null },
	);

/** Body of `POST /api/links/hint`: what the guard reads of a form. */
export const hintedTexts = z.object({ title, description, targetUrl, customLinkSlug });

/**
 * What an edit may send besides the form: the `revision` of the link that it began from. A save without it asks for no
 * comparison.
 */
export const editedRevision = z.object({
	revision: z.preprocess(emptyAsNull, z.string("Invalid input").max(64, "Invalid input").nullable()),
});
export const LINK_CHANGED = "Someone else edited this link";

export type LinkForm = z.infer<typeof linkForm>;
