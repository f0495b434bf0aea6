import { type AtPlace, type Failure, type FailureWords, failureOf, placed } from "#client/lib/failure.ts";
import type { CompanionForm } from "./companion-form.ts";

export type FormPlace = keyof typeof FORM_PLACES;

/** Why a save failed, where on the form it is shown, and the way out (P135). */
export type SaveFailure = {
	message: string;
	places: readonly AtPlace<FormPlace>[];
	others?: readonly string[];
	controls?: readonly string[];
	wayOut?: Failure["wayOut"] | "make-new" | "compare";
};

export const FORM_PLACES = {
	domain: "Domain",
	slug: "Custom URL",
	image: "Image",
	title: "Title",
	description: "Description",
	targetUrl: "Target URL",
	startsAt: "Opens",
	endsAt: "Ends",
	afterUrl: "Then redirect to",
};

const RENAMED = new Map<string, FormPlace>([
	["customLinkSlug", "slug"],
	["imageUrl", "image"],
	["imageSource", "image"],
	["imageCut", "image"],
]);

const WORDS: FailureWords = {
	sessionOver: "Your session has ended. Your work is safe. Sign in again, then save once more.",
	offline: "You're offline. Your work is safe. Save again when you're back online.",
	noAnswer: "Visualink could not be reached. Your work is safe. Please try again.",
	serverBroke: "Something went wrong on our end. Your work is safe. Please try again in a moment.",
};
export const LINK_DELETED = "This link was deleted while you were editing. Your changes are still here.";

type Context = {
	isOnline: boolean;
	/** The companion form, which shows its own fields' errors. */
	along?: Pick<CompanionForm, "refuse" | "nameOf"> | undefined;
};

export function saveFailure(error: unknown, { isOnline, along }: Context): SaveFailure {
	const { message, kind, fields, wayOut } = failureOf(error, { isOnline, words: WORDS });
	const named = fields.map((each) => {
		const name = along?.nameOf(each.field);
		return name ? { ...each, message: `${name}: ${each.message}` } : each;
	});
	const controls = along?.refuse(fields) ?? [];
	const found = { message, ...placed(named, placeOf), ...(controls.length > 0 && { controls }) };
	if (kind === "changed" || kind === "not_found") return { ...found, wayOut: "compare" };
	return wayOut ? { ...found, wayOut } : found;
}

function placeOf(field: string): FormPlace | undefined {
	return RENAMED.get(field) ?? (Object.keys(FORM_PLACES) as FormPlace[]).find((place) => place === field);
}
