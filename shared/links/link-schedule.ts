import { z } from "zod";
import { coded, type ErrorCode } from "../platform/error-codes.ts";
import { addressField, blankAsNull } from "./field-schemas.ts";

export const TIME_INVALID = "Please enter a valid time";
export const END_BEFORE_START = "The end must be after the start";
export const AFTER_WITHOUT_END = "Set an end time first";
export const AFTER_INVALID = "Please enter a valid URL to redirect to";
export const AFTER_DISABLED = "You can't send visitors to this website";

/** Four-digit years only: databases read others differently. */
const isOfOurTime = (text: string) =>
	!Number.isNaN(Date.parse(text)) && /^[2-9]\d{3}-/.test(new Date(text).toISOString());
/** Absent leaves it unchanged, empty removes it. */
const time = z.preprocess(
	(value) => (value === "" ? null : value),
	z.iso
		.datetime({ offset: true, error: TIME_INVALID })
		.refine(isOfOurTime, coded("invalid_format", TIME_INVALID))
		.nullable()
		.optional(),
);

/** A link's start, end and later target (P187), as fields of the form in ISO 8601. Absent ones stay unchanged. */
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

/** The problem of two individually valid times, and its field. An absent time is checked once known. */
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

/** Where a link is in its schedule: start inclusive, end exclusive. @param at milliseconds */
export function scheduleState({ startsAt, endsAt }: Schedule, at: number): "open" | "not-yet" | "ended" {
	if (startsAt && at < Date.parse(startsAt)) return "not-yet";
	return endsAt && at >= Date.parse(endsAt) ? "ended" : "open";
}
