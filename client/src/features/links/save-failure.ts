import { ApiError } from "#client/lib/api-client.ts";
import { IMAGE_PROBLEMS } from "#shared/links/image-file.ts";
import { DISABLED_TARGET, INVALID_TARGET } from "#shared/links/link-form.ts";

/** Where on the form the reason of a failed save belongs, and its words. */
export type SaveFailure = { place: "slug" | "image" | "targetUrl" | "form"; message: string };

const TARGET_MESSAGES = new Set([INVALID_TARGET, DISABLED_TARGET]);

/** @returns null where the server gave no reason that the person could act on. */
export function saveFailure(error: unknown): SaveFailure | null {
	if (!(error instanceof ApiError)) return null;
	const message = error.serverMessage;
	switch (error.kind) {
		case "conflict":
		case "plan_required":
			return { place: "slug", message };
		case "too_large":
		case "unsupported_type":
			return { place: "image", message };
		case "forbidden":
		case "invalid":
		case "quota_exceeded":
		case "subscription_required":
			return { place: placeOf(message), message };
		default:
			return null;
	}
}

function placeOf(message: string): SaveFailure["place"] {
	if (TARGET_MESSAGES.has(message)) return "targetUrl";
	return IMAGE_PROBLEMS.has(message) ? "image" : "form";
}
