import { ApiError } from "#client/lib/api-client.ts";

/** Why a page or a picture could not be had for the form, and what can be done about it. */
export type ReadFailure = { message: string; wayOut?: "sign-in" | "plans" };

const SESSION_OVER = "Your session has ended. Sign in again, then try once more: all of this stays here.";
const OFFLINE = "You are offline. Please try again when the connection is back.";
const NO_ANSWER = "Visualink could not be reached. Please try again.";
/** Kinds of error that meet whatever is asked next as well. */
const OF_EVERYTHING = ["unauthenticated", "subscription_required", "too_many"];
const SERVER_BROKE = "Something went wrong at our side. Please try again in a moment.";

/**
 * @param error whatever the call failed with
 * @param isOnline whether the browser knows of a connection
 */
export function readFailure(error: unknown, { isOnline }: { isOnline: boolean }): ReadFailure {
	if (!(error instanceof ApiError)) return { message: isOnline ? NO_ANSWER : OFFLINE };
	switch (error.kind) {
		case "unauthenticated":
			return { message: SESSION_OVER, wayOut: "sign-in" };
		case "subscription_required":
			return { message: error.serverMessage, wayOut: "plans" };
		case "internal":
		case null:
			return { message: SERVER_BROKE };
		default:
			return { message: error.serverMessage };
	}
}

/** Whether a picture is to blame by itself, so that the next one may be had: not the session, the rate or the network. */
export function isOfPicture(error: unknown): boolean {
	return error instanceof ApiError && !OF_EVERYTHING.includes(error.kind ?? "");
}
