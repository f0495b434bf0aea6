import { AppError } from "#server/platform/http/app-error.ts";

/** Our own failure, which says nothing about the address. */
export function pagesAway(cause: unknown): AppError {
	return new AppError("unavailable", "Pages can't be read just now. Please try again.", {
		cause,
		retryAfterSeconds: 5,
	});
}

/** A signal's timeout, or an error caused by one. */
export function isTimeout(error: unknown): boolean {
	return error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name);
}
