import { ApiError } from "#client/lib/api-client.ts";
import type { ErrorKind, FieldError } from "#shared/platform/error-codes.ts";

/** Why a call failed, as a screen says it. */
export type Failure = {
	message: string;
	/** null where no answer of ours came. */
	kind: ErrorKind | null;
	/** The server's error for each field. */
	fields: readonly FieldError[];
	wayOut?: "sign-in" | "plans";
};

/** What a screen says where the server's sentence is not for people. */
export type FailureWords = { sessionOver: string; offline: string; noAnswer: string; serverBroke: string };

/**
 * @param error whatever the call failed with
 * @param isOnline whether the browser knows of a connection
 */
export function failureOf(error: unknown, { isOnline, words }: { isOnline: boolean; words: FailureWords }): Failure {
	if (!(error instanceof ApiError)) {
		return { message: isOnline ? words.noAnswer : words.offline, kind: null, fields: [] };
	}
	const { kind, fields, serverMessage: message } = error;
	switch (kind) {
		case "unauthenticated":
			return { message: words.sessionOver, kind, fields, wayOut: "sign-in" };
		case "quota_exceeded":
		case "subscription_required":
		case "plan_required":
			return { message, kind, fields, wayOut: "plans" };
		case "internal":
		case null:
			return { message: words.serverBroke, kind, fields };
		default:
			return { message, kind, fields };
	}
}

/** The error shown at one place of a form. */
export type AtPlace<Place extends string> = { place: Place; message: string };

/**
 * Sorts the server's field errors into the places of a form; a place shows one error, the first.
 * @param placeOf undefined for a field that the form doesn't have
 * @returns `others`: what belongs to no place
 */
export function placed<Place extends string>(
	fields: readonly FieldError[],
	placeOf: (field: string) => Place | undefined,
): { places: AtPlace<Place>[]; others: string[] } {
	const places = new Map<Place, string>();
	const others: string[] = [];
	for (const { field, message } of fields) {
		const place = placeOf(field);
		if (place === undefined) others.push(message);
		else if (!places.has(place)) places.set(place, message);
	}
	return { places: [...places].map(([place, message]) => ({ place, message })), others };
}
