import { ApiError } from "#client/lib/api-client.ts";
import { type Failure, type FailureWords, failureOf } from "#client/lib/failure.ts";

/** Why a page or an image could not be had for the form, and what can be done about it. */
export type ReadFailure = Pick<Failure, "message" | "wayOut">;

const WORDS: FailureWords = {
	sessionOver: "Your session has ended. Your work is safe. Sign in again, then try once more.",
	offline: "You're offline. Try again when you're back online.",
	noAnswer: "Visualink could not be reached. Please try again.",
	serverBroke: "Something went wrong on our end. Please try again in a moment.",
};
/** Kinds of error that meet whatever is asked next as well. */
const OF_EVERYTHING = ["unauthenticated", "subscription_required", "too_many", "unavailable"];

/**
 * @param error whatever the call failed with
 * @param isOnline whether the browser knows of a connection
 */
export function readFailure(error: unknown, { isOnline }: { isOnline: boolean }): ReadFailure {
	const { message, wayOut } = failureOf(error, { isOnline, words: WORDS });
	return wayOut ? { message, wayOut } : { message };
}

/** Whether an image is to blame by itself, so that the next one may be had: not the session, the rate, the network or our server. */
export function isOfImage(error: unknown): boolean {
	return error instanceof ApiError && !OF_EVERYTHING.includes(error.kind ?? "");
}

/** Whether the file that was sent is to blame: only another one helps. */
export function isOfFile(error: unknown): boolean {
	return error instanceof ApiError && ["invalid", "too_large", "unsupported_type"].includes(error.kind ?? "");
}
