import { z } from "zod";
import { coded } from "../error-codes.ts";
import { isPlainLine, isPlainText, withPlainNewlines } from "../plain-text.ts";
import { imageCutField } from "./image-cut.ts";
import { IMAGE_URL_MAX, IMAGE_URL_TOO_LONG } from "./image-file.ts";
import { lengthInPage, parseImageUrl } from "./image-url.ts";
import { scheduleFields, scheduleProblem } from "./link-schedule.ts";
import { isWebAddress } from "./target-url.ts";

/** Limits of the link form, in UTF-16 code units as the counters show them (P47, P48). */
export const LINK_LIMITS = {
	title: 60,
	description: 160,
	customLinkSlug: 20,
	targetUrl: 2048,
	/** Of a picture elsewhere; a card writes it several times, and all of it must come early (P62). */
	imageUrl: IMAGE_URL_MAX,
} as const;

export const SLUG_PATTERN = /^[A-Za-z0-9_-]+$/;
export const SLUG_TAKEN = "This custom URL is already taken";
export const SLUG_AVAILABLE = "Custom slug available";
export const SLUG_NOT_CHECKED = "We could not check this address";
export const INVALID_TARGET = "Please enter a valid URL";
export const DISABLED_TARGET = "Links to this website are not allowed";

const emptyAsNull = (value: unknown) => (value === "" || value === undefined ? null : value);

const isFilled = (text: string) => text.trim() !== "";
/** zod's own `max` counts code points, a counter beside a field UTF-16 units: an emoji is two. */
const atMost = (length: number, name: string) =>
	[
		(text: string) => text.length <= length,
		coded("too_long", `${name} must be ${length} characters or less`, length),
	] as const;

/**
 * The link form, and the text fields of `POST /api/links` and `PUT /api/links/by-slug/{linkSlug}`.
 * The messages are those of P47 and P48. Where a target may lead is judged once more by the server.
 */
export const linkForm = z
	.object({
		title: z
			.string("Title is required")
			.refine(isFilled, "Title is required")
			.refine(...atMost(LINK_LIMITS.title, "Title"))
			.refine(isPlainLine, "Invalid input"),
		description: z.preprocess(
			withPlainNewlines,
			z
				.string("Description is required")
				.refine(isFilled, "Description is required")
				.refine(...atMost(LINK_LIMITS.description, "Description"))
				.refine(isPlainText, "Invalid input"),
		),
		targetUrl: z.string(INVALID_TARGET).refine(isWebAddress, coded("invalid_url", INVALID_TARGET)),
		customLinkSlug: z.preprocess(
			emptyAsNull,
			z
				.string("Invalid input")
				.refine(...atMost(LINK_LIMITS.customLinkSlug, "Custom URL"))
				.regex(SLUG_PATTERN, "Only letters, numbers, underscores and hyphens are allowed")
				.nullable(),
		),
		imageUrl: z.preprocess(
			emptyAsNull,
			z
				.string("Invalid input")
				.refine(
					(text) => lengthInPage(parseImageUrl(text) ?? "") <= LINK_LIMITS.imageUrl,
					coded("too_long", IMAGE_URL_TOO_LONG),
				)
				.refine((text) => parseImageUrl(text) !== null, "Invalid input")
				.nullable(),
		),
		imageSource: z.preprocess(emptyAsNull, z.enum(["upload", "ai"], "Invalid input").nullable()),
		/** Of the file that is sent along, or of the original of the picture that `imageUrl` names. */
		imageCut: imageCutField("wide"),
		...scheduleFields,
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

/**
 * What an edit may send besides the form: the `revision` of the link that it began from. A save without it asks for no
 * comparison.
 */
export const editedRevision = z.object({
	revision: z.preprocess(emptyAsNull, z.string("Invalid input").max(64, "Invalid input").nullable()),
});
export const LINK_CHANGED = "This link was changed meanwhile";

export type LinkForm = z.infer<typeof linkForm>;
