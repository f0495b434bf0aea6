import { z } from "zod";
import { coded } from "../platform/error-codes.ts";
import { cleanedBy, cleanLine, cleanSlug, cleanText, trimBlank } from "../platform/plain-text.ts";
import { isOverHttp, lengthInPage, namesUpload, parseImageUrl } from "./image-url.ts";
import { IMAGE_OVER_HTTP, IMAGE_URL_MAX, IMAGE_URL_TOO_LONG } from "./images/image-file.ts";
import { targetProblem, withReason } from "./target-problem.ts";
import { cleanAddress } from "./target-url.ts";

/** Limits of the link form, in UTF-16 code units as the counters show them (P47, P48). */
export const LINK_LIMITS = {
	title: 60,
	description: 160,
	customLinkSlug: 20,
	targetUrl: 2048,
	/** Kept short because a card repeats the address, and crawlers read only the beginning of a page (P62). */
	imageUrl: IMAGE_URL_MAX,
} as const;

export const SLUG_PATTERN = /^[A-Za-z0-9_-]+$/;
export const INVALID_TARGET = "Please enter a valid URL";

/** Text without a visible character counts as empty. */
export const blankAsNull = (value: unknown) => (typeof value === "string" && trimBlank(value) === "" ? null : value);
export const emptyAsNull = (value: unknown) => blankAsNull(value) ?? null;

/** zod's `max` counts code points, the counter next to a field UTF-16 units: an emoji is two. */
const atMost = ({ label, max }: Text) =>
	[(text: string) => text.length <= max, coded("too_long", `${label} must be ${max} characters or less`, max)] as const;

export type Text = { label: string; max: number };

/** A required single line; cleaned before validation, as all texts are. */
export function requiredLine(text: Text) {
	return z.preprocess(cleanedBy(cleanLine), required(text));
}

/** A required multi-line text. */
export function requiredText(text: Text) {
	return z.preprocess(cleanedBy(cleanText), required(text));
}

function required({ label, max }: Text) {
	return z
		.string(`${label} is required`)
		.refine((text) => text !== "", coded("required", `${label} is required`))
		.refine(...atMost({ label, max }));
}

/** An optional multi-line text: absent leaves it unchanged (older screens), empty removes it. */
export function optionalText({ label, max }: Text) {
	return z.preprocess(
		(text) => blankAsNull(cleanedBy(cleanText)(text)),
		z
			.string("Invalid input")
			.refine(...atMost({ label, max }))
			.nullable()
			.optional(),
	);
}

/** A web address; its error is the message and the reason. */
export function addressField(message: string) {
	const field = z.string(message).superRefine((text, context) => {
		const problem = targetProblem(text);
		if (problem === null) return;
		context.addIssue({
			code: "custom",
			message: withReason(message, problem),
			params: { code: "invalid_url" },
		});
	});
	return field.transform(cleanAddress);
}

export const targetField = addressField(INVALID_TARGET);

export const slugField = z.preprocess(
	(value) => emptyAsNull(cleanedBy(cleanSlug)(value)),
	z
		.string("Invalid input")
		.refine(...atMost({ label: "Custom URL", max: LINK_LIMITS.customLinkSlug }))
		.regex(SLUG_PATTERN, "Only letters, numbers, underscores and hyphens are allowed")
		.nullable(),
);

export const imageUrlField = z.preprocess(
	emptyAsNull,
	z
		.string("Invalid input")
		.refine(
			(text) => lengthInPage(parseImageUrl(text) ?? "") <= LINK_LIMITS.imageUrl,
			coded("too_long", IMAGE_URL_TOO_LONG),
		)
		// Without TLS, as on a developer's machine, our own are `http:`; whose host it is, the server knows (P646).
		.refine((text) => !isOverHttp(text) || namesUpload(text), coded("invalid_url", IMAGE_OVER_HTTP))
		.refine((text) => isOverHttp(text) || parseImageUrl(text) !== null, "Invalid input")
		.transform(cleanAddress)
		.nullable(),
);
