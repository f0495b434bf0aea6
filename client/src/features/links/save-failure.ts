import { ApiError } from "#client/lib/api-client.ts";
import { INVALID_TARGET, SLUG_TAKEN } from "#shared/links/link-form.ts";

/** Where on the form the reason of a failed save belongs, and its words. */
export type SaveFailure = { place: "slug" | "image" | "targetUrl" | "form"; message: string };

/** @returns null where the server gave no reason that the person could act on. */
export function saveFailure(error: unknown): SaveFailure | null {
	if (!(error instanceof ApiError)) return null;
	const message = error.serverMessage;
	switch (error.kind) {
		case "conflict":
			return { place: "slug", message: message ?? SLUG_TAKEN };
		case "plan_required":
			return message === null ? null : { place: "slug", message };
		case "too_large":
		case "unsupported_type":
			return message === null ? null : { place: "image", message };
		case "invalid":
		case "quota_exceeded":
		case "subscription_required":
			if (message === null) return null;
			return { place: message === INVALID_TARGET ? "targetUrl" : "form", message };
		default:
			return null;
	}
}
