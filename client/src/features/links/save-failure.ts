import { ApiError } from "#client/lib/api-client.ts";
import { IMAGE_PROBLEMS } from "#shared/links/image-file.ts";
import { DISABLED_TARGET, INVALID_TARGET } from "#shared/links/link-form.ts";
import { AFTER_DISABLED, AFTER_INVALID } from "#shared/links/link-schedule.ts";
import { planNeeded } from "#shared/plans/plan-features.ts";

/** Why a save failed, in words, where on the form that belongs, and what can be done about it (P135). */
export type SaveFailure = {
	/** The name of a field, or the form as a whole. */
	place: "slug" | "image" | "targetUrl" | "afterUrl" | "form";
	message: string;
	wayOut?: "sign-in" | "plans" | "make-new" | "compare";
};

export const SESSION_OVER = "Your session has ended. Sign in again, then save once more: all of this stays here.";
export const OFFLINE = "You are offline. All of this stays here: save once more when the connection is back.";
export const NO_ANSWER = "Visualink could not be reached. All of this stays here: please try again.";
export const SERVER_BROKE = "Something went wrong at our side. All of this stays here: please try again in a moment.";
export const LINK_DELETED = "This link was deleted meanwhile. What you wrote is still here.";

const TARGET_MESSAGES = new Set([INVALID_TARGET, DISABLED_TARGET]);
const AFTER_MESSAGES = new Set([AFTER_INVALID, AFTER_DISABLED]);

/** @param isOnline whether the browser knows of a connection */
export function saveFailure(error: unknown, { isOnline }: { isOnline: boolean }): SaveFailure {
	if (!(error instanceof ApiError)) return { place: "form", message: isOnline ? NO_ANSWER : OFFLINE };
	const message = error.serverMessage;
	switch (error.kind) {
		case "conflict":
			return { place: "slug", message };
		case "plan_required":
			return { place: message === planNeeded("schedule") ? "form" : "slug", message, wayOut: "plans" };
		case "too_large":
		case "unsupported_type":
			return { place: "image", message };
		case "forbidden":
		case "invalid":
			return { place: placeOf(message), message };
		case "quota_exceeded":
		case "subscription_required":
			return { place: "form", message, wayOut: "plans" };
		case "unauthenticated":
			return { place: "form", message: SESSION_OVER, wayOut: "sign-in" };
		case "changed":
		case "not_found":
			return { place: "form", message, wayOut: "compare" };
		case "too_many":
		case "unavailable":
			return { place: "form", message };
		default:
			return { place: "form", message: SERVER_BROKE };
	}
}

function placeOf(message: string): SaveFailure["place"] {
	if (TARGET_MESSAGES.has(message)) return "targetUrl";
	if (AFTER_MESSAGES.has(message)) return "afterUrl";
	return IMAGE_PROBLEMS.has(message) ? "image" : "form";
}
