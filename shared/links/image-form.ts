import { z } from "zod";
import { imageCutField } from "./images/image-cut.ts";
import { IMAGE_SHAPES } from "./images/image-file.ts";
import { linkForm } from "./link-form.ts";

/** The text fields of `POST /api/links/image`, which also takes a file `image` (P502). */
export const imageForm = z.object({
	imageUrl: linkForm.shape.imageUrl,
	imageCut: imageCutField("wide"),
	shape: z.enum(IMAGE_SHAPES, "Invalid input").default("wide"),
});

const FORMS = { wide: imageForm, square: imageForm.extend({ imageCut: imageCutField("square") }) } as const;

/** The schema for an image of this shape; the default shape if unknown. */
export function imageFormOf(shape: unknown): typeof imageForm {
	return shape === "square" ? FORMS.square : FORMS.wide;
}
