import { z } from "zod";
import { coded, type ErrorCode } from "../platform/error-codes.ts";
import { addressField, blankAsNull } from "./field-schemas.ts";

export const TIME_INVALID = "Please enter a valid time";
export const END_BEFORE_START = "The end must be after the start";
export const AFTER_WITHOUT_END = "Set an end time first";
export const AFTER_INVALID = "Please enter a valid URL to redirect to";
export const AFTER_DISABLED = "You can't send visitors to this website";

/** Years of four digits alone: no database reads the others as they are written here. */
const isOfOurTime = (text: string) =>
	!Number.isNaN(Date.parse(text)) && /^[2-9]\d{3}-/.test(new Date(text).toISOString());
/** Left out it stays as it is, empty it goes. */
const time = z.preprocess(
	(value) => (value === "" ? null : value),
	z.iso
		.datetime({ offset: true, error: TIME_INVALID })
		.refine(isOfOurTime, coded("invalid_format", TIME_INVALID))
		.nullable()
		.optional(),
);

/**
 * From when on and until when a link leads to its target, and where it leads afterwards (P187): fields of the link form,
 * in ISO 8601. What an older screen leaves out stays as it is.
 */
export const scheduleFields = {
	startsAt: time,
	endsAt: time,
	afterUrl: z.preprocess(blankAsNull, addressField(AFTER_INVALID).nullable().optional()),
};

type Schedule = {
	startsAt?: string | null | undefined;
	endsAt?: string | null | undefined;
	afterUrl?: string | null | undefined;
};

/**
 * What is wrong with times that are each right, and at which field; null where nothing is. A time that is left out is
 * judged once it is known.
 */
export function scheduleProblem({
	startsAt,
	endsAt,
	afterUrl,
}: Schedule): { field: keyof Schedule; code: ErrorCode; message: string } | null {
	if (afterUrl && endsAt === null) return { field: "endsAt", code: "end_required", message: AFTER_WITHOUT_END };
	if (startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt))
		return { field: "endsAt", code: "end_before_start", message: END_BEFORE_START };
	return null;
}

/** Where a link is in its time. The start belongs to it, the end does not. @param at milliseconds */
export function scheduleState({ startsAt, endsAt }: Schedule, at: number): "open" | "not-yet" | "ended" {
	if (startsAt && at < Date.parse(startsAt)) return "not-yet";
	return endsAt && at >= Date.parse(endsAt) ? "ended" : "open";
}
