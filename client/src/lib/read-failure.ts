import { ApiError } from "#client/lib/api-client.ts";
import { type Failure, type FailureWords, failureOf } from "#client/lib/failure.ts";

export type ReadFailure = Pick<Failure, "message" | "wayOut">;

const WORDS: FailureWords = {
	sessionOver: "Your session has ended. Your work is safe. Sign in again, then try once more.",
	offline: "You're offline. Try again when you're back online.",
	noAnswer: "Visualink could not be reached. Please try again.",
	serverBroke: "Something went wrong on our end. Please try again in a moment.",
};
const OF_EVERYTHING = ["unauthenticated", "subscription_required", "too_many", "unavailable"];

/** Why a page or an image couldn't be loaded. @param isOnline whether the browser has a connection */
export function readFailure(error: unknown, { isOnline }: { isOnline: boolean }): ReadFailure {
	const { message, wayOut } = failureOf(error, { isOnline, words: WORDS });
	return wayOut ? { message, wayOut } : { message };
}

/** Whether the image itself is to blame, so that another may work: not session, rate limit, network or server. */
export function isOfImage(error: unknown): boolean {
	return error instanceof ApiError && !OF_EVERYTHING.includes(error.kind ?? "");
}

/** Whether the file sent is to blame: only another one helps. */
export function isOfFile(error: unknown): boolean {
	return error instanceof ApiError && ["invalid", "too_large", "unsupported_type"].includes(error.kind ?? "");
}
