import { z } from "zod";
import { coded } from "../../platform/error-codes.ts";
import { cleanedBy, cleanLine } from "../../platform/plain-text.ts";
import { emptyAsNull } from "../field-schemas.ts";
import { imageCutField } from "../images/image-cut.ts";
import { IMAGE_SHAPES, type ImageShape } from "../images/image-file.ts";
import { linkForm } from "../link-form.ts";
import { CARD_TARGETS } from "./card-targets.ts";

export const WRONG_COLOR = "Enter a color such as #cb3419";
/** Discord's limit, in UTF-16 code units as the counter shows them. */
export const BUTTON_LABEL_MAX = 80;
export const BUTTON_TOO_LONG = `The button may say ${BUTTON_LABEL_MAX} characters or less`;
export const EMPTY_OVERRIDE = "Change at least one field, or reset to the default card";

/** A custom card for one target; null inherits from the link's card. The limits are the link's. */
export const cardOverride = z.object({
	title: z.preprocess(emptyAsNull, linkForm.shape.title.nullable()),
	description: z.preprocess(emptyAsNull, linkForm.shape.description.nullable()),
	imageUrl: linkForm.shape.imageUrl,
	/** Crops the uploaded file, or the original of the image that `imageUrl` names. */
	imageCut: imageCutField("wide"),
	/** Only for Discord. */
	color: z.preprocess(
		emptyAsNull,
		z
			.string(WRONG_COLOR)
			.regex(/^#[0-9a-f]{6}$/i, WRONG_COLOR)
			.transform((text) => text.toLowerCase())
			.nullable(),
	),
	/** The label of Discord's button (P204). */
	buttonLabel: z.preprocess(
		(text) => emptyAsNull(cleanedBy(cleanLine)(text)),
		z
			.string("Invalid input")
			.refine((text) => text.length <= BUTTON_LABEL_MAX, coded("too_long", BUTTON_TOO_LONG, BUTTON_LABEL_MAX))
			.nullable(),
	),
});
export type CardOverride = z.infer<typeof cardOverride>;

const FORMS = { wide: cardOverride, square: cardOverride.extend({ imageCut: imageCutField("square") }) } as const;

/** The schema for a target whose image has this shape. */
export function cardOverrideOf(shape: ImageShape): typeof cardOverride {
	return FORMS[shape];
}

export const linkCard = z.object({
	target: z.enum(CARD_TARGETS),
	title: z.string().nullable(),
	description: z.string().nullable(),
	imageUrl: z.string().nullable(),
	/** Of an uploaded image; null for any other, and without one. */
	imageShape: z.enum(IMAGE_SHAPES).nullable(),
	color: z.string().nullable(),
	buttonLabel: z.string().nullable(),
});
export type LinkCard = z.infer<typeof linkCard>;
