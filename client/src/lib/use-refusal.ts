import { type RefObject, useEffect, useState } from "react";
import { ApiError, saidBy } from "#client/lib/api-client.ts";
import { placed } from "#client/lib/failure.ts";
import { firstMistake } from "#client/lib/use-focus-first-mistake.ts";

type Refused<Place extends string> = {
	form: RefObject<HTMLFormElement | null>;
	/** Why the last save failed; null where it did not. */
	error: unknown;
	/** Which field of the form says what is wrong with a field of the request; undefined for none. */
	placeOf: (field: string) => Place | undefined;
	/** Shows the message at the field. */
	showAt: (place: Place, message: string) => void;
};

type Refusal = { reason: string | null };

/**
 * Says at each field what the server refused, and focuses the first of them (P288).
 * @returns the reason that belongs to no field; null where there is none, or none that a person could act on
 */
export function useRefusal<Place extends string>({ form, error, placeOf, showAt }: Refused<Place>): string | null {
	const [refusal, setRefusal] = useState<Refusal | null>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
	useEffect(() => {
		const said = saidBy(error);
		const fields = error instanceof ApiError && said !== null ? error.fields : [];
		const found = placed(fields, placeOf);
		for (const { place, message } of found.places) showAt(place, message);
		const reason = found.places.length > 0 ? found.others.join(". ") || null : said;
		setRefusal(said === null ? null : { reason });
	}, [error]);

	useEffect(() => {
		if (refusal) firstMistake(form.current)?.focus();
	}, [form, refusal]);

	return refusal?.reason ?? null;
}
