import { z } from "zod";
import { coded } from "../error-codes.ts";
import { IMAGE_OVER_HTTP, IMAGE_URL_MAX, IMAGE_URL_TOO_LONG } from "../images/image-file.ts";
import { isPlainLine, isPlainText, withPlainNewlines } from "../plain-text.ts";
import { isOverHttp, lengthInPage, parseImageUrl } from "./image-url.ts";
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
export const INVALID_TARGET = "Please enter a valid URL";

export const emptyAsNull = (value: unknown) => (value === "" || value === undefined ? null : value);

const isFilled = (text: string) => text.trim() !== "";
/** zod's own `max` counts code points, a counter next to a field UTF-16 units: an emoji is two. */
const atMost = ({ label, max }: Text) =>
	[(text: string) => text.length <= max, coded("too_long", `${label} must be ${max} characters or less`, max)] as const;

/** How messages name a text, and how many UTF-16 code units it may have. */
export type Text = { label: string; max: number };

/** A text of one line that must be given. */
export function requiredLine({ label, max }: Text) {
	return z
		.string(`${label} is required`)
		.refine(isFilled, `${label} is required`)
		.refine(...atMost({ label, max }))
		.refine(isPlainLine, "Invalid input");
}

/** A text of several lines that must be given. */
export function requiredText({ label, max }: Text) {
	return z.preprocess(
		withPlainNewlines,
		z
			.string(`${label} is required`)
			.refine(isFilled, `${label} is required`)
			.refine(...atMost({ label, max }))
			.refine(isPlainText, "Invalid input"),
	);
}

/** A text of several lines. If an older screen leaves it out, it stays unchanged; empty removes it. */
export function optionalText({ label, max }: Text) {
	return z.preprocess(
		(text) => (text === "" ? null : withPlainNewlines(text)),
		z
			.string("Invalid input")
			.refine(...atMost({ label, max }))
			.refine(isPlainText, "Invalid input")
			.nullable()
			.optional(),
	);
}

export const targetField = z.string(INVALID_TARGET).refine(isWebAddress, coded("invalid_url", INVALID_TARGET));

export const slugField = z.preprocess(
	emptyAsNull,
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
		.refine((text) => !isOverHttp(text), coded("invalid_url", IMAGE_OVER_HTTP))
		.refine((text) => isOverHttp(text) || parseImageUrl(text) !== null, "Invalid input")
		.nullable(),
);
