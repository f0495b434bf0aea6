import type { ClipboardEvent } from "react";
import type { UseFormReturn } from "react-hook-form";
import { typedAddress } from "#shared/links/target-problem.ts";
import { withScheme } from "#shared/links/target-url.ts";
import { parseUrl } from "#shared/platform/parse-url.ts";
import type { LinkFormValues } from "../form/link-form-data.ts";

/**
 * The web address being pasted into an empty field, or null.
 * @param options `overAll`: also into a fully selected field
 */
export function pastedAddress(event: ClipboardEvent<HTMLInputElement>, { overAll = false } = {}): string | null {
	const { value, selectionStart, selectionEnd } = event.currentTarget;
	const isMarked = overAll && selectionStart === 0 && selectionEnd === value.length;
	return value === "" || isMarked ? typedAddress(event.clipboardData.getData("text/plain")) : null;
}

/** Adds `https://` to a bare domain in the target field, and removes invisible characters (P149, P458). */
export function completeTarget<Output>(form: UseFormReturn<LinkFormValues, unknown, Output>): void {
	const typed = form.getValues("targetUrl");
	const whole = typedAddress(typed);
	if (whole !== null && whole !== typed.trim())
		form.setValue("targetUrl", whole, { shouldDirty: true, shouldValidate: true });
}

/** Whether two URLs are the same page, ignoring campaign parameters and fragment. */
export function isSamePage(one: string, other: string): boolean {
	const [first, second] = [parseUrl(withScheme(one)), parseUrl(withScheme(other))];
	return (
		one === other || (first !== null && `${first.origin}${first.pathname}` === `${second?.origin}${second?.pathname}`)
	);
}

export function siteOf(address: string): string {
	return parseUrl(address)?.hostname.replace(/^www\./, "") ?? address;
}

/** A URL's host and path for display: without protocol, `www.`, query and fragment. */
export function withoutQuery(address: string): string {
	const path = parseUrl(address)?.pathname ?? "/";
	return siteOf(address) + (path === "/" ? "" : path);
}
