import { LINK_FIELDS, type TextField } from "#shared/links/link-fields.ts";
import { cleanLine, cleanText } from "#shared/platform/plain-text.ts";
import { wholeBeginningOf } from "#shared/platform/text-segments.ts";

/** The text as the link form stores it; null if the form refuses it. */
export function asStored(name: TextField, text: string): string | null {
	if (/\p{Surrogate}/u.test(text)) return null;
	return LINK_FIELDS[name].form.schema.safeParse(text).data ?? null;
}

/** Cleans a text like the form, collapses spaces, and truncates it at a whole character. */
export function fittedText(text: string, max: number, { hasLines = false } = {}): { text: string; isCut: boolean } {
	const whole = (hasLines ? cleanText : cleanLine)(text.replace(/\p{Surrogate}/gu, "\ufffd")).replace(
		/\s+/g,
		(space) => "\n".repeat(Math.min(space.split("\n").length - 1, 2)) || " ",
	);
	if (whole.length <= max) return { text: whole, isCut: false };
	return { text: `${wholeBeginningOf(whole, max - 1)}…`, isCut: true };
}

export function whatWent(before: string, after: string): "Spaces" | "Invisible characters" {
	const visible = (text: string) => text.replace(/[\s\p{Cc}]+/gu, "");
	return visible(before) === visible(after) ? "Spaces" : "Invisible characters";
}
