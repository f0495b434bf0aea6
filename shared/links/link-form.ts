import { z } from "zod";
import { domainField } from "./domains/domain-field.ts";
import { emptyAsNull } from "./field-schemas.ts";
import { imageCutField } from "./images/image-cut.ts";
import { FORM_FIELDS } from "./link-fields.ts";
import { scheduleProblem } from "./link-schedule.ts";

export const SLUG_TAKEN = "This custom URL is already taken";
export const SLUG_AVAILABLE = "Custom slug available";
export const SLUG_NOT_CHECKED = "We could not check this address";
export const DISABLED_TARGET = "Links to this website are not allowed";

const { title, description, targetUrl, customLinkSlug, imageUrl, ...others } = FORM_FIELDS;

/** The link form, and the body of `POST` and `PUT /api/links` (P47, P48). The server also checks the target's host. */
export const linkForm = z
	.object({
		...{ title, description, targetUrl, customLinkSlug, imageUrl },
		imageSource: z.preprocess(emptyAsNull, z.enum(["upload", "ai"], "Invalid input").nullable()),
		/** Crops the uploaded file, or the original of the image that `imageUrl` names. */
		imageCut: imageCutField("wide"),
		...others,
		domain: domainField,
	})
	.superRefine(
		(form, context) => {
			const problem = scheduleProblem(form);
			if (!problem) return;
			const { field, code, message } = problem;
			context.addIssue({ code: "custom", path: [field], message, params: { code } });
		},
		// By default zod runs this only if every field is valid; all errors are reported at once (P287).
		{ when: ({ value }) => typeof value === "object" && value !== null },
	);

export const hintedTexts = z.object({ title, description, targetUrl, customLinkSlug });

/** The `revision` of the link that an edit is based on; without it, no conflict check. */
export const editedRevision = z.object({
	revision: z.preprocess(emptyAsNull, z.string("Invalid input").max(64, "Invalid input").nullable()),
});
export const LINK_CHANGED = "Someone else edited this link";

export type LinkForm = z.infer<typeof linkForm>;
