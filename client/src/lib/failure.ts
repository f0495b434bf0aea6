import { ApiError } from "#client/lib/api-client.ts";
import type { ErrorKind, FieldError } from "#shared/platform/error-codes.ts";

export type Failure = {
	message: string;
	kind: ErrorKind | null;
	fields: readonly FieldError[];
	wayOut?: "sign-in" | "plans";
};

export type FailureWords = { sessionOver: string; offline: string; noAnswer: string; serverBroke: string };

/** Why a call failed, for the screen. @param isOnline whether the browser has a connection */
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

export type AtPlace<Place extends string> = { place: Place; message: string };

/**
 * Assigns the server's field errors to places of a form; each shows its first.
 * @param placeOf undefined for a field that the form doesn't have
 * @returns `others`: errors without a place
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
